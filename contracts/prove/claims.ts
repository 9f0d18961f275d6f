/**
 * Lists the claims that `deno run -A contracts/prove.ts` proves, their models, and claims without a
 * proof.
 */

/** A change of a model or a source that makes its claim false: text, and its replacement. */
export type Fault = { source: string; from: string; to: string };

/** A claim. */
export type Claim =
  & {
    /** Statement of the claim. */
    says: string;
    /** Subject: the model and its assumptions. */
    of: string;
  }
  & ({
    /** File of the model in `prove/models`; each of its assertions is a part of the claim. */
    model: string;
    /** CHC for any sequence of calls, BMC for one call without loops. */
    engine: "chc" | "bmc";
    /** Sources to take in the place of others: names, and files in `prove/models`. */
    instead?: Readonly<Record<string, string>>;
    /** A fault that must be found. Otherwise the proof would be worthless. */
    fault: Fault;
  } | {
    /** Why there is no proof, and the existing evidence. */
    because: string;
  });

const instead = { "solady/src/utils/DateTimeLib.sol": "NoCalendar.sol" };
const ofPeriods = "Period.sol itself, for any start, multiplier and time below 2^48";
const ofOwners = "all changes and recoveries in any order";

/** Claims, and the model of each. */
export const claims: readonly Claim[] = [
  {
    says: "A time lies in its period: start ≤ from ≤ time < to, for minutes, hours, days and weeks",
    of: ofPeriods,
    model: "PeriodsTile.sol",
    engine: "bmc",
    instead,
    fault: { source: "src/Period.sol", from: "from + length)", to: "from + length - 1)" },
  },
  {
    says: "The first second after a period is the first of the next one",
    of: ofPeriods,
    model: "PeriodsTouch.sol",
    engine: "bmc",
    instead,
    fault: { source: "src/Period.sol", from: "from + length)", to: "from + length + 1)" },
  },
  {
    says: "A later time lies in no earlier period",
    of: ofPeriods,
    model: "PeriodsRise.sol",
    engine: "bmc",
    instead,
    fault: { source: "src/Period.sol", from: "(time - start) / length", to: "time % length" },
  },
  {
    says: "One owner at least is a full one",
    of: `FullOwner.sol, a mirror of Owners._setFirstOwners and _replaceOwners: ${ofOwners}`,
    model: "FullOwner.sol",
    engine: "chc",
    fault: {
      source: "prove/models/FullOwner.sol",
      from: "        require(anyFull);\n",
      to: "",
    },
  },
  {
    says: "There are at most 16 owners, at indices below next, which is at most 32",
    of: `Indices.sol, a mirror of the same: ${ofOwners}, any index`,
    model: "Indices.sol",
    engine: "chc",
    fault: {
      source: "prove/models/Indices.sol",
      from: "        if (index <= any && any < given) taken = false;\n        next",
      to: "        next",
    },
  },
  {
    says: "Equal heads mean equal owners, on all chains",
    of: `Heads.sol, a mirror of OwnerChanges and Owners: ${ofOwners}, any head and index; ` +
      "the hash is taken to be injective",
    model: "Heads.sol",
    engine: "chc",
    fault: {
      source: "prove/models/Heads.sol",
      from: "        if (!passed && indexed_) held = 0;\n",
      to: "",
    },
  },
  {
    says: "Equal heads mean an equal next index, on all chains",
    of: `HeadsNext.sol, a mirror of the same: ${ofOwners}, any head; the hash as above`,
    model: "HeadsNext.sol",
    engine: "chc",
    fault: {
      source: "prove/models/HeadsNext.sol",
      from: "(next, chosen, busy) = (after_, pendingChosen, false);",
      to: "if (after_ < 32) next = after_;\n        (chosen, busy) = (pendingChosen, false);",
    },
  },
  {
    says: "The charge to an allowance in any period is at most the allowance",
    of: "Spending.sol, a mirror of Permissions._charge: any amounts, periods that do not fall",
    model: "Spending.sol",
    engine: "chc",
    fault: {
      source: "prove/models/Spending.sol",
      from: "period == period_ ? spent : 0",
      to: "period + 1 == period_ ? spent : 0",
    },
  },
  {
    says: "Months and years tile",
    of: "Period.sol with Solady's dates",
    because: "the prover cannot read their assembly. Fuzzed (fuzz/Period.t.sol), and compared " +
      "with JavaScript's calendar (permissions_period_test.ts)",
  },
  {
    says: "executeFromPermission changes no storage of the account",
    of: "Acct.sol",
    because: "it calls contracts of any kind, which can carry a signed change of owners to the " +
      "account, so of all that happens within the call it is not true. That it reaches nothing " +
      "but what anyone could send is fuzzed (fuzz/Permissions.t.sol)",
  },
];
