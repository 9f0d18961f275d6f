/**
 * Verifies signatures. It includes an elliptic curve with tables that a browser computes while
 * loading, so the page loads it only when there is a signature to verify.
 *
 * @module
 */
export { verifyMessage } from "wagmi/actions";
