/** Privy: its providers, its wagmi package, and `usePrivy` as far as wagmi has the values. @module */
import type { JSXElement, ObjectPattern, VariableDeclaration } from "@babel/types";
import { importedName, importsOf, semicolonOf } from "../imports.ts";
import { isTaken, referencesTo } from "../names.ts";
import { apiKeyIn, inlineApiKey, keyOf, objectIn } from "../options.ts";
import { CONNECTOR, type Import, type ModuleRule, type Peer, type Project } from "../peer.ts";
import {
  indentAt,
  MARK,
  type Node,
  rangeOf,
  replace,
  type Source,
  textOf,
  todo,
} from "../source.ts";

const REACT = "@privy-io/react-auth";
const SMART = `${REACT}/smart-wallets`;
const WAGMI = "@privy-io/wagmi";

const useAccount = "use useAccount of wagmi; a user is an account.";
const server =
  "replace NAME: verify a sign-in with Ethereum on your server, see docs/verify-signatures.md.";
const solana: ModuleRule = { names: {}, others: "remove NAME: Solana is not supported." };

/** Edits for apps with Privy. */
export const privy: Peer = {
  packages: [REACT, WAGMI, "@privy-io/server-auth", "@privy-io/node"],
  modules: {
    [REACT]: {
      names: {
        PrivyProvider: { todo: "render WagmiProvider of wagmi instead." },
        usePrivy: { todo: useAccount },
        useUser: { todo: useAccount },
        useWallets: {
          todo: "use useAccount and useSwitchChain of wagmi; there is one wallet per user.",
        },
        useLogin: {
          todo: "use useConnect of @sdk/connector; it has the same callbacks as mutations.",
        },
        useLogout: { todo: "use useDisconnect of @sdk/connector." },
        useSendTransaction: { todo: "use useSendTransaction or useSendCalls of wagmi." },
        useSignMessage: { todo: "use useSignMessage of wagmi." },
        useSignTypedData: { todo: "use useSignTypedData of wagmi." },
        useCreateWallet: { todo: "remove this hook: connecting creates the account." },
        useConnectWallet: { todo: "use useConnect of wagmi." },
        useExportWallet: {
          todo: "remove this hook: a passkey cannot be exported; users can add owners.",
        },
        useImportWallet: {
          todo: "remove this hook: keys cannot be imported; users move their funds.",
        },
        useFundWallet: {
          todo: "show the address of the account; the wallet home has a page to receive.",
        },
        useMfaEnrollment: { todo: "remove this hook: a passkey has two factors." },
        useSigners: { todo: "request a permission for a spender, see docs/permissions.md." },
        useSessionSigners: { todo: "request a permission for a spender, see docs/permissions.md." },
        getAccessToken: { todo: "use a session of your server after signing in with Ethereum." },
      },
      others: "remove NAME of Privy, see docs/migration.md.",
    },
    [SMART]: {
      names: {
        useSmartWallets: { todo: "use useSendCalls of wagmi; every account is a smart account." },
      },
      others: "remove NAME of Privy, see docs/migration.md.",
    },
    [`${REACT}/solana`]: solana,
    [WAGMI]: {
      names: {
        WagmiProvider: { name: "WagmiProvider", from: "wagmi" },
        createConfig: { name: "createConfig", from: "wagmi" },
        useSetActiveWallet: { todo: "remove this hook: there is one wallet per user." },
        useEmbeddedSmartAccountConnector: { todo: "remove this hook: acct() is the connector." },
      },
      others: "remove NAME of Privy, see docs/migration.md.",
    },
    "@privy-io/server-auth": { names: {}, others: server },
    "@privy-io/node": { names: {}, others: server },
  },
  connector: {},
  provider: {},
  connectorIds: ["io.privy.wallet"],
  checks: {},
  edit: (source, project) => [
    ...localNames(source, WAGMI, "createConfig").flatMap((name) => addConnector(source, name)),
    ...localNames(source, REACT, "PrivyProvider")
      .flatMap((name) => replaceProvider(source, name, project)),
    ...localNames(source, SMART, "SmartWalletsProvider").flatMap((name) => {
      for (const element of elementsOf(source, name)) unwrap(source, element, "");
      return [];
    }),
    ...localNames(source, REACT, "usePrivy").flatMap((name) => replaceHook(source, name)),
  ],
};

/** Returns the local names of an import. */
function localNames(source: Source, module: string, name: string): string[] {
  return importsOf(source).filter((node) => node.source.value === module)
    .flatMap(({ specifiers }) => specifiers)
    .filter((specifier) => importedName(specifier) === name)
    .map((specifier) => specifier.local.name);
}

/** Adds the connector to `createConfig` of `@privy-io/wagmi`. */
function addConnector(source: Source, name: string): Import[] {
  for (const { node, parents: [call] } of referencesTo(source, name)) {
    if (call?.type !== "CallExpression" || call.callee !== node) continue;
    const config = objectIn(call.arguments[0]);
    const [first] = config?.properties ?? [];
    if (config === undefined || first === undefined) continue;
    const present = config.properties.find((entry) =>
      entry.type === "ObjectProperty" && keyOf(entry.key) === "connectors"
    );
    const list = present?.type === "ObjectProperty" ? present.value : undefined;
    const connector = `acct({ ${inlineApiKey(source)} })`;
    if (list?.type === "ArrayExpression") {
      const at = rangeOf(list).start + 1;
      replace(
        source,
        { start: at, end: at },
        list.elements.length > 0 ? `${connector}, ` : connector,
      );
    } else if (present === undefined) {
      const { start } = rangeOf(first);
      const isInline = !source.text.slice(rangeOf(config).start, start).includes("\n");
      const space = isInline ? " " : `${source.eol}${indentAt(source, start)}`;
      replace(source, { start, end: start }, `connectors: [${connector}],${space}`);
    } else continue;
    return [{ name: "acct", from: CONNECTOR }];
  }
  return [];
}

/** Returns the elements of a component. */
function elementsOf(source: Source, name: string): JSXElement[] {
  return referencesTo(source, name).flatMap(({ parents: [opening, element] }) =>
    opening?.type === "JSXOpeningElement" && element?.type === "JSXElement" ? [element] : []
  );
}

/** Replaces an element with a fragment that has the same children, and an optional comment. */
function unwrap(source: Source, element: JSXElement, comment: string): void {
  replaceTags(source, element, `<>${comment}`, "</>");
}

function replaceTags(source: Source, element: JSXElement, opening: string, closing: string): void {
  const { openingElement, closingElement } = element;
  if (closingElement === null || closingElement === undefined) {
    return replace(source, rangeOf(element), `${opening}${closing}`);
  }
  replace(source, rangeOf(openingElement), opening);
  replace(source, rangeOf(closingElement), closing);
}

/** Replaces `PrivyProvider` with the providers of wagmi, or removes it if the app has them. */
function replaceProvider(source: Source, name: string, { hasWagmi }: Project): Import[] {
  const [element, ...others] = elementsOf(source, name);
  if (element === undefined || others.length > 0) return [];
  const attributes = element.openingElement.attributes;
  const was = attributes.map((attribute) => textOf(source, attribute)).join(" ");
  const comment = `{${todo("move the options that you need, see docs/options.md.", was)}}`;
  if (hasWagmi) {
    unwrap(source, element, comment);
    return [];
  }
  const logo = configOf(attributes, "appearance.logo");
  const chains = chainsOf(source, attributes);
  const imports: Import[] = [
    { name: "acct", from: CONNECTOR },
    { name: "QueryClient", from: "@tanstack/react-query" },
    { name: "QueryClientProvider", from: "@tanstack/react-query" },
    { name: "createConfig", from: "wagmi" },
    { name: "http", from: "wagmi" },
    { name: "WagmiProvider", from: "wagmi" },
    ...(chains.length === 0 ? [{ name: "mainnet", from: "viem/chains" }] : []),
  ].filter((each) => !isTaken(source, each.name));
  const all = chains.length === 0 ? ["mainnet"] : chains;
  const { property, advice } = apiKeyIn(source);
  const appLogoUrl = logo?.type === "StringLiteral" || logo?.type === "Identifier"
    ? `, appLogoUrl: ${textOf(source, logo)}`
    : "";
  const end = advice === "" ? "" : ` // ${MARK} ${advice}`;
  const semicolon = semicolonOf(source);
  const lines = [
    "const acctConfig = createConfig({",
    `  chains: [${all.join(", ")}],${
      chains.length === 0 ? ` // ${MARK} the chains of your app` : ""
    }`,
    `  connectors: [acct({ ${property}${appLogoUrl} })],${end}`,
    `  transports: { ${all.map((chain) => `[${chain}.id]: http()`).join(", ")} },`,
    `})${semicolon}`,
    `const acctQueries = new QueryClient()${semicolon}`,
    "",
    "",
  ];
  // Before the component, so after the constants that the configuration uses.
  const statement = source.program.body.find((node) => isAround(node, element));
  const { start } = rangeOf(statement!);
  replace(source, { start, end: start }, lines.join(source.eol));
  const opening = "<WagmiProvider config={acctConfig}><QueryClientProvider client={acctQueries}>";
  replaceTags(source, element, opening + comment, "</QueryClientProvider></WagmiProvider>");
  return imports;
}

function isAround(outer: Node, inner: Node): boolean {
  return rangeOf(outer).start <= rangeOf(inner).start && rangeOf(inner).end <= rangeOf(outer).end;
}

/** Returns a value of the attribute `config` by its path, if the value is written there. */
function configOf(
  attributes: JSXElement["openingElement"]["attributes"],
  path: string,
): Node | undefined {
  const attribute = attributes.find((each) =>
    each.type === "JSXAttribute" && each.name.name === "config"
  );
  const value = attribute?.type === "JSXAttribute" ? attribute.value : undefined;
  let node: Node | undefined = value?.type === "JSXExpressionContainer"
    ? value.expression
    : undefined;
  for (const key of path.split(".")) {
    const properties: readonly Node[] = objectIn(node)?.properties ?? [];
    const entry = properties.find((each) =>
      each.type === "ObjectProperty" && keyOf(each.key) === key
    );
    node = entry?.type === "ObjectProperty" ? entry.value : undefined;
  }
  return node;
}

/** Returns the names of the configured chains, the default first. */
function chainsOf(
  source: Source,
  attributes: JSXElement["openingElement"]["attributes"],
): string[] {
  const supported = configOf(attributes, "supportedChains");
  const list = supported?.type === "ArrayExpression" ? supported.elements : [];
  const names = [configOf(attributes, "defaultChain"), ...list]
    .flatMap((node) => node?.type === "Identifier" ? [textOf(source, node)] : []);
  return [...new Set(names)];
}

/** Values of `usePrivy` that wagmi has. The identifiers must be free. */
const values: Readonly<
  Record<string, { readonly hooks: readonly string[]; readonly free: readonly string[] }>
> = {
  ready: { hooks: ["useAccount"], free: [] },
  authenticated: { hooks: ["useAccount"], free: [] },
  login: { hooks: ["useConnect", "useConnectors"], free: ["connect", "connectors"] },
  logout: { hooks: ["useDisconnect"], free: ["disconnectAsync"] },
};

/** Replaces `const { ready, login } = usePrivy()` with hooks of wagmi. */
function replaceHook(source: Source, name: string): Import[] {
  const hooks: Import[] = [];
  for (const { node, parents: [call, declarator, statement] } of referencesTo(source, name)) {
    if (call?.type !== "CallExpression" || call.callee !== node) continue;
    if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "ObjectPattern") {
      continue;
    }
    if (statement?.type !== "VariableDeclaration" || statement.declarations.length > 1) continue;
    hooks.push(...replaceValues(source, statement, declarator.id, call));
  }
  return hooks;
}

function replaceValues(
  source: Source,
  statement: VariableDeclaration,
  pattern: ObjectPattern,
  call: Node,
): Import[] {
  const hooks: Import[] = [];
  const lines: string[] = [];
  const kept: string[] = [];
  const end = textOf(source, statement).endsWith(";") ? ";" : "";
  for (const property of pattern.properties) {
    const key = property.type === "ObjectProperty" ? keyOf(property.key) : "";
    const local = property.type === "ObjectProperty" && property.value.type === "Identifier"
      ? property.value.name
      : undefined;
    const rule = Object.hasOwn(values, key) ? values[key] : undefined;
    const isFree = rule?.free.every((name) => !isTaken(source, name)) ?? false;
    // `...rest` may contain any value.
    if (property.type === "RestElement") return [];
    if (rule === undefined || local === undefined || !isFree) kept.push(textOf(source, property));
    else {
      lines.push(...linesOf(key, local, source).map((line) => line + end));
      for (const hook of rule.hooks) hooks.push({ name: hook, from: "wagmi" });
    }
  }
  if (lines.length === 0) return [];
  const range = rangeOf(statement);
  const lineBreak = `${source.eol}${indentAt(source, range.start)}`;
  if (kept.length > 0) {
    // The call stays outside of the edit, so that its import stays too.
    const text = [...lines, `const { ${kept.join(", ")} } = `].join(lineBreak);
    replace(source, { start: range.start, end: rangeOf(call).start }, text);
  } else replace(source, range, lines.join(lineBreak));
  return hooks;
}

function linesOf(key: string, local: string, { path }: Source): readonly string[] {
  switch (key) {
    case "ready":
      return [`const ${local} = !useAccount().isReconnecting`];
    case "authenticated":
      return [`const ${local} = useAccount().isConnected`];
    case "login": {
      const first = /\.[cm]?tsx?$/.test(path) ? "connectors[0]!" : "connectors[0]";
      return [
        "const { connect } = useConnect()",
        "const connectors = useConnectors()",
        `const ${local} = () => connect({ connector: ${first} })`,
      ];
    }
    default:
      return [
        "const { disconnectAsync } = useDisconnect()",
        `const ${local} = () => disconnectAsync()`,
      ];
  }
}
