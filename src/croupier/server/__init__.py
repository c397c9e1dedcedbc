"""The room as a service: tables over the network that never lose a chip or leak a card."""
