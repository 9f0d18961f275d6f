/** Defines the outcome of an attempt to deliver a notice. @module */

/** Outcome of an attempt: delivered, to be repeated, or impossible. */
export type Delivery = "done" | "again" | "never";
