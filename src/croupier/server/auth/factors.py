"""Second factors: codes of an authenticator app, and passkeys.

What proves them is kept in the house's log, sealed with the room's keys. What is under way (a
secret not yet confirmed, a challenge not yet answered) is kept in memory only. The house also
records which code was used last: none counts twice, not after a restart, nor at another process.
"""

import secrets
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from hmac import compare_digest
from typing import Any

import msgspec
import pyotp
from msgspec import Struct
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import PublicKeyCredentialDescriptor

from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.room.house.second_factors import KeepFactor, UseCode
from croupier.room.house.state import Factor, FactorKind, House
from croupier.room.logbook import Order
from croupier.server.store.keys import Keys
from croupier.server.tables.writer import Writer

UNDER_WAY = 1000  # enrollments and challenges that are remembered
LABEL = 40  # characters of what a person calls a factor
STEPS = (0, -1, 1)  # a code holds half a minute, and clocks differ a little


class Site(Struct, frozen=True):
    """The site that a browser sees: a passkey belongs to it."""

    host: str
    origin: str


class Passkey(Struct):
    """What is kept of a passkey."""

    credential: bytes
    public: bytes
    count: int


class Factors:
    """The second factors of everybody."""

    def __init__(self, house: Writer[House], keys: Keys, clock: Callable[[], datetime]) -> None:
        """Keep them in the log of this house."""
        self._house, self._keys, self._clock = house, keys, clock
        self._under_way: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self._used: dict[str, int] = {}  # by factor, as long as nothing can be recorded

    def of(self, name: str) -> tuple[Factor, ...]:
        """The second factors of a person."""
        return self._house.state.factors.get(name, ())

    def lacks(self, actor: Actor) -> bool:
        """Whether a person must add a second factor before doing anything else."""
        wanted = self._house.state.second_factor == "staff" and actor.role != "player"
        return wanted and not self.of(actor.name)

    # --- codes -------------------------------------------------------------------------------

    def begin_code(self, actor: Actor) -> tuple[str, str]:
        """A fresh secret for an app, and the address that a QR code carries."""
        secret = pyotp.random_base32()
        self._remember("code", actor.name, secret)
        issuer = self._house.state.name or "croupier"
        return secret, pyotp.TOTP(secret).provisioning_uri(actor.name, issuer)

    async def confirm_code(self, actor: Actor, code: str, label: str) -> None:
        """Keep a secret, once the app has shown that it has it."""
        secret = self._recall("code", actor.name)
        step = self._step_of(secret, code)
        if step is None:
            raise Refused("FIELD code", "that is not the code the app shows now: try the next one")
        await self._keep(actor, "totp", secrets.token_hex(8), label, secret.encode(), step)
        self._forget("code", actor.name)

    async def check_code(self, actor: Actor, code: str) -> None:
        """Refuse a code that no app of this person shows now, or that was used before."""
        for factor in self.of(actor.name):
            if factor.kind == "totp":
                step = self._step_of(self._open(actor.name, factor).decode(), code)
                if step is not None:
                    return await self._use(actor, factor, step)
        raise Refused("FIELD code", "that is not the code your app shows now")

    async def _use(self, actor: Actor, factor: Factor, step: int) -> None:
        """Let a code count this once; the staff comes into a read-only room too."""
        if not self._house.store.faults:
            says = UseCode(id=factor.id, used=step)
            await self._house.ask(Order(self._clock(), actor, says))
        elif step <= self._used.get(factor.id, factor.used):
            raise Refused("FIELD code", "this code was already used: wait for the next one")
        else:
            self._used[factor.id] = step

    def _step_of(self, secret: str, code: str) -> int | None:
        totp, given = pyotp.TOTP(secret), code.replace(" ", "").encode()
        now = totp.timecode(self._clock())
        for step in STEPS:
            if compare_digest(totp.generate_otp(now + step).encode(), given):
                return now + step
        return None

    # --- passkeys ----------------------------------------------------------------------------

    def begin_passkey(self, actor: Actor, site: Site) -> Any:
        """What a browser needs to make a passkey."""
        known = [self._passkey(actor.name, one).credential for one in self._passkeys(actor.name)]
        options = generate_registration_options(
            rp_id=site.host,
            rp_name=self._house.state.name or "croupier",
            user_name=actor.name,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
        )
        self._remember("made", actor.name, options.challenge)
        return msgspec.json.decode(options_to_json(options))

    async def confirm_passkey(self, actor: Actor, site: Site, made: Any, label: str) -> None:
        """Keep a passkey that the browser made."""
        try:
            found = verify_registration_response(
                credential=made,
                expected_challenge=self._recall("made", actor.name),
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except (WebAuthnException, KeyError, TypeError, ValueError):
            raise Refused("FIELD passkey", "the browser's answer is not valid: try again") from None
        kept = Passkey(found.credential_id, found.credential_public_key, found.sign_count)
        name = found.credential_id.hex()[:16]
        await self._keep(actor, "passkey", name, label, msgspec.msgpack.encode(kept))
        self._forget("made", actor.name)

    def ask_passkey(self, name: str, site: Site) -> Any:
        """What a browser needs to answer with a passkey."""
        known = [self._passkey(name, one).credential for one in self._passkeys(name)]
        if not known:
            raise Refused("FIELD code", "this account has no passkey: use the code of your app")
        options = generate_authentication_options(
            rp_id=site.host,
            allow_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
        )
        self._remember("asked", name, options.challenge)
        return msgspec.json.decode(options_to_json(options))

    def check_passkey(self, name: str, site: Site, answer: Any) -> None:
        """Refuse an answer that no passkey of this person gave to the latest question."""
        challenge = self._recall("asked", name)
        self._forget("asked", name)
        try:
            given = base64url_to_bytes(answer["rawId"])
            for factor in self._passkeys(name):
                kept = self._passkey(name, factor)
                if compare_digest(kept.credential, given):
                    verify_authentication_response(
                        credential=answer,
                        expected_challenge=challenge,
                        expected_rp_id=site.host,
                        expected_origin=site.origin,
                        credential_public_key=kept.public,
                        credential_current_sign_count=0,
                    )
                    return
        except (WebAuthnException, KeyError, TypeError, ValueError):
            pass
        raise Refused("FIELD passkey", "this passkey does not belong to the account")

    def _passkeys(self, name: str) -> list[Factor]:
        return [one for one in self.of(name) if one.kind == "passkey"]

    def _passkey(self, name: str, factor: Factor) -> Passkey:
        return msgspec.msgpack.decode(self._open(name, factor), type=Passkey)

    # --- what is kept, and what is under way ---------------------------------------------------

    async def _keep(
        self, actor: Actor, kind: FactorKind, name: str, label: str, secret: bytes, used: int = 0
    ) -> None:
        label = label.strip() or {"totp": "Authenticator app", "passkey": "Passkey"}[kind]
        if len(label) > LABEL or not label.isprintable():
            raise Refused("FIELD label", f"the name must have 1 to {LABEL} characters")
        sealed = b64encode(self._keys.seal(secret, _place(actor.name, name))).decode()
        says = KeepFactor(id=name, kind=kind, label=label, secret=sealed, used=used)
        await self._house.ask(Order(self._clock(), actor, says))

    def _open(self, name: str, factor: Factor) -> bytes:
        return self._keys.unseal(b64decode(factor.secret), _place(name, factor.id))

    def _remember(self, what: str, name: str, value: Any) -> None:
        self._under_way[what, name] = value
        if len(self._under_way) > UNDER_WAY:
            self._under_way.popitem(last=False)

    def _recall(self, what: str, name: str) -> Any:
        if (what, name) not in self._under_way:
            raise Refused("FIELD code", "the request has expired: start again")
        return self._under_way[what, name]

    def _forget(self, what: str, name: str) -> None:
        self._under_way.pop((what, name), None)


def _place(person: str, name: str) -> bytes:
    """Where a secret belongs: it opens for no other person."""
    return f"factor {name} of {person}".encode()
