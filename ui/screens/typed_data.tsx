/** Typed data to sign. @module */
import type { JSX } from "preact";
import { AccountLine, Address } from "../parts/address.tsx";
import { useDialogContext } from "../parts/context.ts";
import { DecisionFrame } from "../parts/decision_frame.tsx";
import { Fingerprints } from "../parts/fingerprints.tsx";
import { Warnings } from "../parts/note.tsx";
import { OrderRows } from "../parts/order_rows.tsx";
import { PermitRows } from "../parts/permit_rows.tsx";
import { Row } from "../parts/rows.tsx";
import { Tree } from "../parts/tree.tsx";
import { useReadable } from "../parts/use_readable.ts";
import { readPermit } from "../meaning/permit.ts";
import { asUnit } from "../text/numbers.ts";
import type { TypedDataProps } from "./screens.ts";

/** Screen of `eth_signTypedData_v4`. */
export function TypedDataScreen(props: TypedDataProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text, tag } = useDialogContext();
  const preview = useReadable(request.preview);
  const { domain, order, tokens = [] } = preview;
  const permit = readPermit(preview.primaryType, domain, preview.message);
  const contract = typeof domain.verifyingContract === "string" ? domain.verifyingContract : null;
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      title={order !== undefined
        ? text.orderTitle(asUnit(order.protocol, tag))
        : permit === null
        ? text.typedTitle(preview.primaryType.slice(0, 60))
        : text.permitTitle}
      intro={text.typedIntro}
      action={text.sign}
      revision="typed"
      onConfirm={() => onApprove({})}
      notes={<Warnings warnings={preview.warnings} />}
    >
      {order === undefined
        ? null
        : <OrderRows order={order} chain={request.chain} tokens={tokens} />}
      {permit === null ? null : <PermitRows permit={permit} tokens={tokens} />}
      <dl class="panel rows">
        {typeof domain.name === "string" || contract !== null
          ? (
            <Row label={text.domain} testid="sdk-domain">
              <bdi>{String(domain.name ?? "–").slice(0, 200)}</bdi>
              {contract === null || !/^0x[0-9a-fA-F]{40}$/.test(contract) ? null : (
                <small>
                  <Address address={contract as `0x${string}`} />
                </small>
              )}
            </Row>
          )
          : null}
        {domain.chainId === undefined ? null : (
          <Row label={text.network}>
            {String(domain.chainId) === String(request.chain.id)
              ? <bdi>{request.chain.name}</bdi>
              : String(domain.chainId).slice(0, 40)}
          </Row>
        )}
        {request.account === null ? null : (
          <Row label={text.account} testid="sdk-account">
            <AccountLine account={request.account} />
          </Row>
        )}
      </dl>
      <section class="section">
        <h2>
          {permit === null && order === undefined ? text.message : preview.primaryType.slice(0, 60)}
        </h2>
        <Tree data={preview.message} label={preview.primaryType.slice(0, 60)} />
      </section>
      <Fingerprints read={preview.digests} />
    </DecisionFrame>
  );
}
