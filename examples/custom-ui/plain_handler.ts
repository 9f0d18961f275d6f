/**
 * The smallest complete handler: one `<dialog>` without any style. Use it as a starting point for
 * custom dialogs.
 *
 * @module
 */
import type {
  ChoiceOf,
  ConnectPreview,
  DialogMethod,
  DialogRequest,
  UIHandler,
  UIHandlerConfig,
} from "@sdk/core/dialog";

/** An option to approve: the label of its button and the resulting choice. */
interface Choice {
  readonly words: string;
  readonly choice: ChoiceOf[DialogMethod];
}

/** An option to connect. */
function way(words: string, choice: ChoiceOf["wallet_connect"]): Choice {
  return { words, choice };
}

/** The option to approve if there is no choice. */
function confirm(): Choice[] {
  return [{ words: "Confirm", choice: {} }];
}

/** The options to approve an operation on chain. */
function operation(): Choice[] {
  return [
    { words: "Confirm", choice: {} },
    { words: "Confirm and pay the fee myself", choice: { payFromAccount: true } },
  ];
}

/** A prompt, and the options to approve. */
interface Question {
  readonly title: string;
  choices(preview: unknown): Choice[];
}

/** The methods with several options to approve. */
type WithChoice = {
  [M in DialogMethod]: ChoiceOf[M] extends Readonly<Record<string, never>> ? never : M;
}[DialogMethod];

/** The prompt of each method with a choice, and of other methods with their own texts. */
const questions: Record<WithChoice, Question> & Partial<Record<DialogMethod, Question>> = {
  wallet_connect: {
    title: "Connect?",
    choices: (preview) => [
      ...(preview as ConnectPreview).known.map(({ name, address, credentialId }) =>
        way(`Continue as ${name ?? address}`, { kind: "continue", credentialId })
      ),
      way("Create an account", { kind: "create", name: "My account" }),
      way("Use an existing passkey", { kind: "existing" }),
    ],
  },
  // Names are typed and looked up: this handler does not offer them, so it has no dialog for them.
  acct_claimName: {
    title: "Choose a name?",
    choices: () => [{ words: "No name", choice: { kind: "skip" } }],
  },
  wallet_sendCalls: { title: "Send this?", choices: operation },
  wallet_grantPermissions: { title: "Grant this permission?", choices: operation },
  wallet_revokePermissions: { title: "Revoke this permission?", choices: operation },
  acct_upgradeAccount: { title: "Update this account's code?", choices: operation },
  acct_addPasskey: {
    title: "Make another passkey for this account?",
    choices: () => [
      { words: "Make the passkey", choice: { kind: "create", name: "Another passkey" } },
      { words: "Later", choice: { kind: "skip" } },
    ],
  },
  acct_changeOwners: { title: "Change the owners of this account?", choices: confirm },
  acct_showAccount: {
    title: "Your account",
    choices: () => [
      { words: "Done", choice: { kind: "done" } },
      { words: "Disconnect", choice: { kind: "disconnect" } },
    ],
  },
  wallet_showCallsStatus: {
    title: "Status",
    choices: () => [{ words: "Done", choice: {} }],
  },
  personal_sign: { title: "Sign this?", choices: () => [{ words: "Sign", choice: {} }] },
  eth_signTypedData_v4: { title: "Sign this?", choices: () => [{ words: "Sign", choice: {} }] },
};

/** Makes the handler. */
export function plainHandler(): UIHandler {
  const open = new Set<() => void>();
  let config: UIHandlerConfig | undefined;
  return {
    init(given) {
      if (config !== undefined) throw new Error("this handler already serves a wallet");
      config = given;
    },
    canHandle: (method) => method !== "acct_claimName" && /^[a-z]+_/.test(method),
    request(method, params) {
      const request = params as DialogRequest;
      // A method without its own text. Methods with a choice do not compile without one.
      const question = questions[method as DialogMethod] ?? { title: method, choices: confirm };
      return new Promise((resolve, reject) => {
        const dialog = document.createElement("dialog");
        const draw = () => {
          const preview = request.preview.get();
          const ready = preview.status === "ready";
          dialog.replaceChildren(
            element("h1", `${request.app.origin}: ${question.title}`),
            element(
              "pre",
              JSON.stringify(
                preview,
                (_, value) => typeof value === "bigint" ? value.toString() : value,
                2,
              ),
            ),
            ...question.choices(preview).map(({ words, choice }) =>
              // Called in the click itself, because it opens the passkey prompt.
              button(words, ready, () => request.approve(choice).then(end, say))
            ),
            button("No", true, () => end(undefined, true)),
          );
        };
        const say = (error: Error) => dialog.append(element("p", error.message));
        const unfollow = request.preview.subscribe(draw);
        const end = (value: unknown, refused = false) => {
          open.delete(withdraw);
          unfollow();
          dialog.close();
          dialog.remove();
          if (refused) reject(new Error("refused"));
          else resolve(value);
        };
        const withdraw = () => end(undefined, true);
        open.add(withdraw);
        // The request is closed, with or without a result: only the dialog remains.
        request.signal.addEventListener("abort", () => dialog.isConnected && end(undefined));
        dialog.addEventListener("cancel", withdraw);
        draw();
        document.body.append(dialog);
        dialog.showModal();
      });
    },
    cleanup() {
      for (const withdraw of [...open]) withdraw();
      config = undefined;
    },
  };
}

/** An element with text. */
function element(name: "h1" | "pre" | "p", text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** A button. */
function button(words: string, enabled: boolean, onClick: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.textContent = words;
  made.disabled = !enabled;
  made.addEventListener("click", onClick);
  return made;
}
