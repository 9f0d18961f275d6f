/**
 * Verifies signatures. It brings an elliptic curve along, whose tables a browser computes when it is
 * loaded: the page loads it once there is something to verify.
 *
 * @module
 */
export { verifyMessage } from "wagmi/actions";
