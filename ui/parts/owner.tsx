/** Owners of an account. @module */
import type { JSX } from "preact";
import type { OwnerView } from "@sdk/core/dialog";
import { Address } from "./address.tsx";
import { useDialogContext } from "./context.ts";
import { Row } from "./rows.tsx";

/** One owner. */
export function Owner({ owner }: { owner: OwnerView }): JSX.Element {
  const { text } = useDialogContext();
  if (owner.address !== undefined) return <Address address={owner.address} />;
  return owner.name === undefined
    ? <bdi dir="ltr" class="mono">{`${owner.owner.slice(0, 10)}…${owner.owner.slice(-8)}`}</bdi>
    : <bdi>{owner.here ? text.passkeyHere(owner.name) : owner.name}</bdi>;
}

/** The owners that a change also sets where a network has others. */
export function StayingOwners({ owners }: { owners: readonly OwnerView[] }): JSX.Element {
  const { text } = useDialogContext();
  return (
    <>
      {owners.map((each) => (
        <Row
          key={each.owner}
          label={each.kind === "recovery" ? text.ownerStaysRecovery : text.ownerStays}
          testid="sdk-owner-stays"
          decides
        >
          <Owner owner={each} />
        </Row>
      ))}
    </>
  );
}
