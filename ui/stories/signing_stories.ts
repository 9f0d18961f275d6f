/** Stories of signatures: messages and typed data. @module */
import { message, typed } from "./fixtures.ts";
import { bulkOrder, order } from "./signing_fixtures.ts";
import type { Story } from "./story.ts";

/** Signing stories by name. */
export const signingStories: Readonly<Record<string, Story>> = {
  "message-text": {
    request: () =>
      message({
        text: "Welcome to Meadow.\n\nI agree to the terms of the garden, version 4.\n\n" +
          "Nonce: 8b3f0c2e91",
        bytes: "0x57656c636f6d6520746f204d6561646f772e",
      }),
  },
  "message-hidden": {
    request: () =>
      message({
        text: "Send 10 to \u202e0xABCD\u202c and\u200b nothing else",
        bytes: "0x53656e64",
        warnings: [{ code: "hidden_characters", level: "warning" }],
      }),
  },
  "message-bytes": {
    request: () =>
      message({
        bytes: `0x${"9f86d081884c7d659a2feaa0c55ad015".repeat(4)}`,
        warnings: [{ code: "not_text", level: "warning" }],
      }),
  },
  "message-digests": {
    request: () => message({ text: "Welcome to Meadow.", bytes: "0x57656c636f6d65" }),
    press: ["sdk-message-details", "sdk-show-fingerprints"],
  },
  "message-long": { request: () => message({ text: "long ".repeat(1000), bytes: "0x6c6f6e67" }) },
  "typed-digests": { request: () => typed({}), press: ["sdk-show-fingerprints"] },
  "typed-order": { request: () => typed({}) },
  "typed-exchange": { request: () => typed(order()) },
  "typed-exchange-nothing": {
    request: () =>
      typed({
        ...order({ gets: [] }),
        warnings: [
          { code: "order_for_nothing", level: "danger" },
          { code: "permit", level: "warning", detail: "OrderComponents" },
        ],
      }),
  },
  "typed-exchange-bulk": { request: () => typed(bulkOrder(11)) },
  "typed-exchange-bulk-all": {
    request: () => typed(bulkOrder(300)),
    press: ["sdk-show-orders"],
  },
  "typed-exchange-open": { request: () => typed(order({ gets: null, until: null })) },
  "typed-huge": {
    request: () =>
      typed({
        message: {
          items: Array.from({ length: 10_000 }, (_, index) => ({
            id: String(index),
            note: index % 100 === 0 ? "x".repeat(5000) : "Row",
          })),
        },
      }),
  },
};
