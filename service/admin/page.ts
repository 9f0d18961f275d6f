/** Renders the admin page's HTML: forms and tables without scripts. @module */
import { html } from "hono/html";
import type { KeyLine } from "../keys/keys.ts";
import type { Project, Usage } from "../keys/projects.ts";
import { limitNames, type Policy } from "../keys/policy.ts";

type Html = ReturnType<typeof html>;

/** Style sheet, served as its own file, because the page's policy allows no inline styles. */
export const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: .4rem; text-align: start; vertical-align: top; }
fieldset { border: 1px solid #8884; margin: 1rem 0; padding: 1rem; }
label { display: block; margin: .4rem 0; }
textarea { width: 100%; min-height: 4rem; font: inherit; }
code { overflow-wrap: anywhere; user-select: all; }
.revoked { opacity: .6; }
.alarm { border-inline-start: 4px solid #c00; padding-inline-start: .6rem; }
:root { color-scheme: light dark; }
`;

function frame(title: string, body: Html): Html {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>${title}</title>
        <meta name="viewport" content="width=device-width">
        <link rel="stylesheet" href="/style.css">
      </head>
      <body>${body}</body>
    </html>
  `;
}

/** Renders the login form. */
export function loginPage(wrong: boolean): Html {
  return frame(
    "Sign in",
    html`<h1>Service</h1>
${wrong ? html`<p class="alarm" role="alert">That is not the token.</p>` : ""}
<form method="post" action="/login"><label>Token <input type="password" name="secret" required
autocomplete="off"></label><button>Sign in</button></form>`,
  );
}

/** Content of the first page. */
export interface Overview {
  readonly projects: readonly Project[];
  readonly deposits: readonly DepositLine[];
  readonly formToken: string;
}

/** Line of the table of deposits. */
export interface DepositLine {
  readonly chain: string;
  /** `null` if it cannot be read. */
  readonly amount: string | null;
  readonly low: boolean;
  readonly paused: boolean;
  /** Balance and rule; `null` without a vault. */
  readonly vault: string | null;
}

/** Renders the projects, and the paymasters' deposits. */
export function overviewPage({ projects, deposits, formToken }: Overview): Html {
  return frame(
    "Projects",
    html`<h1>Projects</h1>
<ul>${
      projects.map(({ id, name }) =>
        html`<li><a href="/projects/${encodeURIComponent(id)}">${name}</a></li>`
      )
    }</ul>
<form method="post" action="/projects">${hidden(formToken)}<label>New project
<input name="id" required pattern="[a-z0-9-]{1,40}"></label><button>Create</button></form>
<h2>Deposits</h2>
<table><tr><th>Chain</th><th>Deposit</th><th>Vault</th></tr>${
      deposits.map(({ chain, amount, low, paused, vault }) =>
        html`
          <tr>
            <td>${chain}</td>
            <td class="${low || paused ? "alarm" : ""}">${amount ?? "cannot be read"}${low
              ? " – low"
              : ""}${paused ? " – paused" : ""}</td>
            <td>${vault ?? "none"}</td>
          </tr>
        `
      )
    }</table>
<form method="post" action="/logout">${hidden(formToken)}<button>Sign out</button></form>`,
  );
}

/** Content of a project's page. */
export interface ProjectView {
  readonly project: Project;
  readonly keys: readonly KeyLine[];
  readonly usage: ReadonlyMap<string, Usage>;
  /** ENS domains below which its apps issue names. */
  readonly names: readonly string[];
  readonly formToken: string;
  /** Key that was just created, the only time that it is visible. */
  readonly made: string | null;
  /** Error of the last form. */
  readonly wrong: string | null;
}

/** Renders a project with its keys. */
export function projectPage(view: ProjectView): Html {
  const { project, keys, usage, names, formToken, made, wrong } = view;
  const at = `/projects/${encodeURIComponent(project.id)}`;
  return frame(
    project.name,
    html`
            <p><a href="/">Projects</a></p><h1>${project.name}</h1>
            ${wrong === null ? "" : html`<p class="alarm" role="alert">${wrong}</p>`}
            ${made === null
              ? ""
              : html`<p class="alarm" role="status">The new key, shown this once: <code>${made}</code></p>`}
            ${names.length === 0 ? "" : html`<p>ENS domains: ${names.join(", ")}</p>`}
      <h2>Keys</h2>
            ${keys.map((key) => keyForm(key, usage.get(key.id), { at, formToken }))}
            <form method="post" action="${at}/keys">
        <fieldset><legend>New key, with the project's settings</legend>
            ${hidden(formToken)}
            <label>Kind <select name="kind"><option value="pk">for pages (pk)</option>
            <option value="sk">for servers (sk)</option></select></label>
            <label>Environment <select name="environment"><option>test</option><option>live</option></select></label>
            <button>Create</button></fieldset>
      </form>
            <form method="post" action="${at}">
        <fieldset><legend>Settings of new keys</legend>
            ${hidden(formToken)}${settings(project)}<button>Save</button></fieldset>
      </form>
    `,
  );
}

function keyForm(
  key: KeyLine,
  used: Usage | undefined,
  { at, formToken }: { readonly at: string; readonly formToken: string },
): Html {
  const name = `${key.kind}_…${key.hint}`;
  if (key.revokedAt !== null) {
    return html`<p class="revoked">${name}, revoked ${new Date(key.revokedAt).toISOString()}</p>`;
  }
  const { policy } = key;
  const target = `${at}/keys/${encodeURIComponent(key.id)}`;
  return html`
    <form method="post" action="${target}">
      <fieldset><legend>${name}</legend>
    <p>Made ${new Date(key.createdAt).toISOString().slice(0, 10)}. Today: ${used?.operations ??
      0} of ${policy?.operationsPerDay ?? 0} sponsored operations, ${used?.gwei ??
      0} of ${policy?.gweiPerDay ?? 0} gwei (${used?.spent ?? 0} spent, ${(used?.gwei ?? 0) -
      (used?.spent ?? 0)} reserved, ${used?.returned ?? 0} given back).</p>
    ${hidden(formToken)}${settings(key)}
    <button name="do" value="save">Save</button> <button name="do" value="rotate">Rotate</button>
    <button name="do" value="revoke">Revoke</button></fieldset>
    </form>
  `;
}

const labels: Record<typeof limitNames[number], string> = {
  percentPerNetworkBlock: "Percent of these limits for one block of networks",
  operationsPerDay: "Operations a day",
  operationsPerSenderPerDay: "Operations a day of one account",
  deploymentsPerDay: "First operations a day",
  operationsPerDayWithoutOrigin: "Operations a day of requests without a page",
  operationsPerNetworkPerDay: "Operations a day of one network",
  callGasPerOperation: "Largest gas limit of the calls of one operation",
  gweiPerOperation: "Largest cost of one operation, in gwei",
  gweiPerDay: "Largest cost a day, in gwei",
};

function settings(
  { domains, policy }: { readonly domains: readonly string[]; readonly policy: Policy | null },
): Html {
  return html`<label>Allowed domains, one a line
<textarea name="domains" spellcheck="false">${domains.join("\n")}</textarea></label>
<label><input type="checkbox" name="sponsors" ${policy === null ? "" : "checked"}> sponsors</label>
${
    limitNames.map((limit) =>
      html`<label>${labels[limit]} <input name="${limit}" inputmode="numeric" pattern="[0-9]+"
value="${policy?.[limit] ?? 0}"></label>`
    )
  }<label><input type="checkbox" name="firstOperationsByServer" ${
    policy?.firstOperationsByServer === true ? "checked" : ""
  }> First operations only through the app's server</label>
<label>Contracts that are paid for, one a line: address, then chain and functions, if only those
<textarea name="targets" spellcheck="false" placeholder="0x… 8453 0xa9059cbb">${
    (policy?.targets ?? []).map(({ address, chainId, functions = [] }) =>
      [address, ...(chainId === undefined ? [] : [chainId]), ...functions].join(" ")
    ).join("\n")
  }</textarea></label>`;
}

function hidden(formToken: string): Html {
  return html`<input type="hidden" name="token" value="${formToken}">`;
}
