/**
 * Prints the description by `@x402/evm`, as published, of the contract that accepts payments by
 * Permit2: its address, Permit2's, its ABI and the types that a payer signs.
 *
 * @module
 */
import {
  PERMIT2_ADDRESS,
  permit2WitnessTypes,
  x402ExactPermit2ProxyABI,
  x402ExactPermit2ProxyAddress,
} from "npm:@x402/evm@2.27.0";

console.log(JSON.stringify({
  address: x402ExactPermit2ProxyAddress,
  permit2: PERMIT2_ADDRESS,
  abi: x402ExactPermit2ProxyABI,
  types: permit2WitnessTypes,
}));
