/**
 * Sets `window.ethereum`, if the user turned it on. The browser adds the second script,
 * `ethereum_main.ts`, only then; the order of both scripts is not defined, so the first one leaves a
 * note for the second one.
 *
 * @module
 */

const note = Symbol.for("acct.extension.ethereum.1");

/** Place of the note. */
type Noted = Record<symbol, unknown>;

/** Called with the provider. */
export function offerEthereum(provider: object, page: object = globalThis): void {
  if ((page as Noted)[note] === true) return setEthereum(provider, page);
  leaveNote(provider, page);
}

/** Called by the script that is added while the setting is on. */
export function requestEthereum(page: object = globalThis): void {
  const provider = (page as Noted)[note];
  if (typeof provider === "object" && provider !== null) setEthereum(provider, page);
  else leaveNote(true, page);
}

function leaveNote(value: unknown, page: object): void {
  Object.defineProperty(page, note, { value, configurable: true });
}

function setEthereum(provider: object, page: object): void {
  delete (page as Noted)[note];
  try {
    Object.defineProperty(page, "ethereum", {
      value: provider,
      configurable: true,
      enumerable: true,
      writable: true,
    });
    dispatchEvent(new Event("ethereum#initialized"));
  } catch {
    // Another wallet has locked the property. Sites still find this wallet by its announcement.
  }
}
