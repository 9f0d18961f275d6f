/**
 * Serves the gateway for ENS clients (ERC-3668): public and bounded; clients verify its answers.
 */
import type { Context as Request_ } from "hono";
import { type Hex, isHex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import { chainFailure } from "../chain/node/failure.ts";
import type { Names } from "./names.ts";

/** Maximum characters of a request's data: a name, and a call with space for a `multicall`. */
const MAX_QUESTION = 8_192;

/** Handles `GET /v1/names/{sender}/{data}` and `POST /v1/names` with `{ sender, data }`. */
export async function answerGateway(
  c: Request_,
  names: Names | null,
  data: unknown,
): Promise<Response> {
  if (names === null) return c.json({ message: "This service issues no names." }, 404);
  const refused = () => c.json({ message: "This is not a request of the subname resolver." }, 400);
  if (typeof data !== "string" || data.length > MAX_QUESTION || !isHex(data)) return refused();
  try {
    return c.json({ data: await names.answer(data as Hex) });
  } catch (thrown) {
    const error = chainFailure(thrown);
    if (!(error instanceof AcctError)) throw error;
    if (error.data.cause === "invalid_params") return refused();
    return c.json({ message: error.message }, 503);
  }
}
