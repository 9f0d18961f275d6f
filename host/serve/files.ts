/** Built files of the wallet host. @module */

/** Commit and lock that a page was built from. */
export interface BuildOrigin {
  /** Commit of the sources; `null` if unknown. */
  readonly commit: string | null;
  /** Integrity metadata of the lock file of all packages; `null` if unknown. */
  readonly lock: string | null;
}

/** Built files of the page. */
export interface HostFiles {
  /** `index.html`, with the names of the other files inserted. */
  readonly html: string;
  /** Other files by path (`/main-abc123.js`); their names contain a hash of their contents. */
  readonly assets: ReadonlyMap<
    string,
    { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }
  >;
  /** Origin of the build; absent if unknown. */
  readonly origin?: BuildOrigin;
  /** Sites that may use the host's passkeys, if the build lists them. */
  readonly related?: readonly string[];
}
