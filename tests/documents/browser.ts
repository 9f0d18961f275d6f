/** Placeholder. @module */
/** Visit. */
export interface Visit { readonly result: unknown }
