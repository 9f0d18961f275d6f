/** Names the steps of the story. @module */

/** The steps, in their order. */
export const stepNames = ["claim", "tip", "subscribe", "cancel"] as const;

/** One of the steps. */
export type StepName = (typeof stepNames)[number];
