/** Defines the error of a link that was tampered with. @module */

/** Reports a message that the other side cannot have sent. */
export class LinkBroken extends Error {
  /** `LinkBroken`. */
  override readonly name = "LinkBroken";
}
