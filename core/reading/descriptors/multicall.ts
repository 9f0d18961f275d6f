/** Describes multicalls. @module */
import {
  $schema,
  type Descriptor,
  type FieldFormat,
  type FunctionFormat,
  hidden,
  moment,
  on,
  ownSteps,
  raw,
} from "../descriptor/descriptor.ts";

/** Calls by the contract itself: their sender is this contract, not the account. */
const steps: FieldFormat = {
  path: "calls.[].callData",
  label: "Step",
  format: "calldata",
  params: { calleePath: "calls.[].target" },
};
const lenient = { ...steps.params, mayFailPath: "calls.[].allowFailure" };
const some = raw("requireSuccess", "All must succeed");

/** Formats a function whose calls have no amounts: the contract keeps the ether sent to it. */
function plain(...before: readonly FieldFormat[]): FunctionFormat {
  return {
    intent: "Several steps",
    fields: [...before, steps, ...hidden("calls.[].target")],
  };
}

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
      "aggregate((address target,bytes callData)[] calls)": plain(),
      "blockAndAggregate((address target,bytes callData)[] calls)": plain(),
      "tryAggregate(bool requireSuccess,(address target,bytes callData)[] calls)": plain(some),
      "tryBlockAndAggregate(bool requireSuccess,(address target,bytes callData)[] calls)": plain(
        some,
      ),
      "aggregate3((address target,bool allowFailure,bytes callData)[] calls)": {
        intent: "Several steps",
        fields: [
          { ...steps, params: lenient },
          ...hidden("calls.[].target", "calls.[].allowFailure"),
        ],
      },
      "aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)": {
        intent: "Several steps",
        fields: [
          { ...steps, params: { ...lenient, amountPath: "calls.[].value" } },
          ...hidden("calls.[].target", "calls.[].allowFailure", "calls.[].value"),
        ],
      },
    },
  },
};

/**
 * Conventional meaning of these functions in any contract: the contract calls itself on behalf of
 * its caller. This descriptor has no deployments; dialogs show that the contract is unknown.
 *
 * @see https://docs.openzeppelin.com/contracts/5.x/api/utils#Multicall
 * @see https://docs.uniswap.org/contracts/v3/reference/periphery/base/Multicall
 */
export const convention: Descriptor = {
  $schema,
  context: { $id: "Any contract's multicall", contract: { deployments: [] } },
  metadata: { owner: "", contractName: "" },
  display: {
    formats: {
      "multicall(bytes[] data)": { intent: "Several steps", fields: [ownSteps("data.[]")] },
      "multicall(uint256 deadline,bytes[] data)": {
        intent: "Several steps",
        fields: [moment("deadline", "Deadline"), ownSteps("data.[]")],
      },
    },
  },
};
