// @ts-check
/* Passkeys: whether this page can use them, and how a browser makes one and answers with one. */
import { Refused } from "./room.js";

/** Browsers offer passkeys only under a name, and only over TLS or on this very machine. */
export const passkeysWork = () =>
  isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** Why a browser offers no passkeys. */
export const whyNoPasskeys = () =>
  !isSecureContext
    ? "Passkeys and installation need an address with TLS (https). This room has none here."
    : "Passkeys need a host name: this address is a number.";

/** @param {Promise<Credential | null>} asking */
async function asked(asking) {
  try {
    const found = /** @type {PublicKeyCredential | null} */ (await asking);
    if (found) return found.toJSON();
  } catch (fault) {
    if (/** @type {Error} */ (fault).name === "InvalidStateError")
      throw new Refused("FIELD passkey", "this device has a passkey for the account already");
  }
  throw new Refused("FIELD passkey", "no passkey was given");
}

/** Make a passkey. @param {PublicKeyCredentialCreationOptionsJSON} options of the room */
export const makePasskey = (options) =>
  asked(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));

/** Answer with a passkey. @param {PublicKeyCredentialRequestOptionsJSON} options of the room */
export const answerWithPasskey = (options) =>
  asked(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
