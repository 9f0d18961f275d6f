/** Renders the admin page's HTML: forms and tables without scripts. @module */
import { html } from "hono/html";
import type { KeyLine } from "../keys/keys.ts";
import type { Project, Settings, Usage } from "../keys/projects.ts";

type Html = ReturnType<typeof html>;

/** Style sheet, served as its own file, because the page's policy allows no inline styles. */
export const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
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

/** Renders the error of a form. */
export function errorPage(message: string): Html {
  return frame("Error", html`<p class="alarm" role="alert">${message}</p>`);
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

/** Renders the list of projects, and the form of a new key. */
export function overviewPage(projects: readonly Project[], formToken: string): Html {
  return frame(
    "Projects",
    html`
      <h1>Projects</h1>
      <ul>${projects.map(({ id, name }) =>
        html`<li><a href="/projects/${encodeURIComponent(id)}">${name}</a></li>`
      )}</ul>
      <form method="post" action="/keys">
        <fieldset><legend>New key</legend>${hidden(formToken)}
      <label>Project <input name="project" required pattern="[a-z0-9-]{1,40}"></label>
      <label>Kind <select name="kind"><option value="pk">for pages (pk)</option>
      <option value="sk">for servers (sk)</option></select></label>
      <label>Environment <select name="environment"><option>test</option><option>live</option></select></label>
      ${settings({ domains: [], policy: null })}<button>Create</button></fieldset>
      </form>
      <form method="post" action="/logout">${hidden(formToken)}<button>Sign out</button></form>
    `,
  );
}

/** Content of a project's page. */
export interface ProjectView {
  readonly project: string;
  readonly keys: readonly KeyLine[];
  /** Usage of today by key id. */
  readonly usage: ReadonlyMap<string, Usage>;
  readonly formToken: string;
  /** Key that was just created, the only time that it is visible. */
  readonly made?: string | undefined;
}

/** Renders the keys of a project. */
export function projectPage({ project, keys, usage, formToken, made }: ProjectView): Html {
  return frame(
    project,
    html`<p><a href="/">Projects</a></p><h1>${project}</h1>
${
      made === undefined
        ? ""
        : html`<p class="alarm" role="status">The new key, shown this once: <code>${made}</code></p>`
    }
${keys.map((key) => keyForm(key, usage.get(key.id), formToken))}`,
  );
}

function keyForm(key: KeyLine, used: Usage | undefined, formToken: string): Html {
  const name = `${key.kind}_…${key.hint}`;
  if (key.revokedAt !== null) {
    return html`<p class="revoked">${name}, revoked ${new Date(key.revokedAt).toISOString()}</p>`;
  }
  const { operations = 0, gwei = 0, spent = 0, returned = 0 } = used ?? {};
  const { operationsPerDay = 0, gweiPerDay = 0 } = key.policy ?? {};
  const [project, id] = [key.projectId, key.id].map(encodeURIComponent);
  return html`
    <form method="post" action="/projects/${project}/keys/${id}">
      <fieldset><legend>${name}</legend>
    <p>Created ${new Date(key.createdAt).toISOString().slice(0, 10)}. Today: ${operations} of
    ${operationsPerDay} sponsored operations, ${gwei} of ${gweiPerDay} gwei (${spent} spent, ${gwei -
      spent} reserved, ${returned} returned).</p>
    ${hidden(formToken)}${settings(key)}
    <button name="do" value="save">Save</button> <button name="do" value="revoke">Revoke</button>
      </fieldset>
    </form>
  `;
}

function settings({ domains, policy }: Settings): Html {
  return html`<label>Allowed domains, one per line
<textarea name="domains" spellcheck="false">${domains.join("\n")}</textarea></label>
<label>Sponsorship policy (JSON); empty: nothing is sponsored
<textarea name="policy" spellcheck="false">${
    policy === null ? "" : JSON.stringify(policy, null, 2)
  }</textarea></label>`;
}

function hidden(formToken: string): Html {
  return html`<input type="hidden" name="token" value="${formToken}">`;
}
