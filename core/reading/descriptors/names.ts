/** Describes the Ethereum Name Service. @module */
import {
  $schema,
  type Descriptor,
  hidden,
  on,
  party,
  raw,
  sent,
} from "../descriptor/descriptor.ts";

/**
 * The controller that registers names below `.eth`.
 *
 * @see https://docs.ens.domains/learn/deployments
 */
export const ensController: Descriptor = {
  $schema,
  context: {
    $id: "ENS ETHRegistrarController",
    contract: { deployments: on("0x253553366Da8546fC250F225fe3d25d0C782303b", 1) },
  },
  metadata: { owner: "ENS", contractName: "ENS Registrar" },
  display: {
    formats: {
      "commit(bytes32 commitment)": {
        intent: "Reserve a name",
        fields: [raw("commitment", "Commitment")],
      },
      "register(string name,address owner,uint256 duration,bytes32 secret,address resolver,bytes[] data,bool reverseRecord,uint16 ownerControlledFuses)":
        {
          intent: "Register a name",
          fields: [
            raw("name", "Name below .eth"),
            party("owner", "Owner"),
            { path: "duration", label: "For", format: "duration" },
            sent("Paid at most"),
            party("resolver", "Resolver"),
            {
              path: "data.[]",
              label: "Record",
              format: "calldata",
              params: { calleePath: "resolver" },
            },
            raw("reverseRecord", "Show it for this account"),
            ...hidden("secret", "ownerControlledFuses"),
          ],
        },
      "renew(string name,uint256 duration)": {
        intent: "Renew a name",
        fields: [
          raw("name", "Name below .eth"),
          { path: "duration", label: "For", format: "duration" },
          sent("Paid at most"),
        ],
      },
    },
  },
};

/**
 * The registrar of reverse records (primary names).
 *
 * @see https://docs.ens.domains/learn/deployments
 */
export const ensReverse: Descriptor = {
  $schema,
  context: {
    $id: "ENS Reverse Registrar",
    contract: { deployments: on("0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb", 1) },
  },
  metadata: { owner: "ENS", contractName: "ENS Reverse Registrar" },
  display: {
    formats: {
      "setName(string name)": {
        intent: "Show a name for this account",
        fields: [raw("name", "Name")],
      },
    },
  },
};

/**
 * The registry of owners and resolvers.
 *
 * @see https://docs.ens.domains/learn/deployments
 */
export const ensRegistry: Descriptor = {
  $schema,
  context: {
    $id: "ENS Registry",
    contract: { deployments: on("0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e", 1) },
  },
  metadata: { owner: "ENS", contractName: "ENS Registry" },
  display: {
    formats: {
      "setOwner(bytes32 node,address owner)": {
        intent: "Give a name away",
        fields: [raw("node", "Name's hash"), party("owner", "New owner")],
      },
      "setResolver(bytes32 node,address resolver)": {
        intent: "Change a name's resolver",
        fields: [raw("node", "Name's hash"), party("resolver", "Resolver")],
      },
    },
  },
};
