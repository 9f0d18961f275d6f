/** viem's transport for tests and scripts. @module */
import { http, type HttpTransport, type HttpTransportConfig } from "viem";
import { PATIENCE_MS } from "./patience.ts";

/** Reaches a node over HTTP without viem's own limit of ten seconds: a trace can take longer. */
export function patientHttp(
  url: string | undefined,
  options: HttpTransportConfig = {},
): HttpTransport {
  return http(url, { timeout: PATIENCE_MS, ...options });
}
