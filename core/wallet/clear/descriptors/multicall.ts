/** Several calls in one. @module */
import {
  $schema,
  type Descriptor,
  type FieldFormat,
  hidden,
  on,
  party,
  sent,
} from "../descriptor.ts";

const steps: readonly FieldFormat[] = [
  party("calls.[].target", "Contract"),
  {
    path: "calls.[].callData",
    label: "Step",
    format: "calldata",
    params: { calleePath: "calls.[].target" },
  },
];

/**
 * Multicall3, at the same address on every chain.
 *
 * @see https://www.multicall3.com/deployments
 */
export const multicall3: Descriptor = {
  $schema,
  context: {
    $id: "Multicall3",
    contract: {
      deployments: on(
        "0xcA11bde05977b3631167028862bE2a173976CA11",
        1,
        10,
        137,
        8453,
        42161,
        11155111,
      ),
    },
  },
  metadata: { owner: "Multicall3", contractName: "Multicall3" },
  display: {
    formats: {
      "aggregate((address target,bytes callData)[] calls)": {
        intent: "Several steps",
        fields: [sent("Amount sent along"), ...steps],
      },
      "aggregate3((address target,bool allowFailure,bytes callData)[] calls)": {
        intent: "Several steps",
        fields: [sent("Amount sent along"), ...steps, ...hidden("calls.[].allowFailure")],
      },
      "aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)": {
        intent: "Several steps",
        fields: [
          sent("Amount sent along"),
          ...steps,
          { path: "calls.[].value", label: "Amount", format: "amount" },
          ...hidden("calls.[].allowFailure"),
        ],
      },
    },
  },
};
