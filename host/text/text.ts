/** Defines the words of the home page; each language is loaded alone. @module */
import type { Language } from "../language.ts";
import type { ActivityText, AppsText, ItemsText } from "./rooms.ts";
import type { PeopleText } from "./people.ts";
import type { SecurityText } from "./security.ts";

/** Words of the frame, the tokens, and receiving and sending. */
export interface FrameText {
  readonly title: string;
  readonly wallet: string;
  /** Names the hosts that can ask for the passkeys; `old` can let others ask for its own. */
  readonly promise: (hosts: string, count: number, old?: string) => string;
  readonly tabs: Readonly<Record<"home" | "activity" | "apps" | "security", string>>;
  readonly back: string;
  readonly close: string;
  readonly welcome: string;
  readonly welcomeLine: string;
  readonly start: string;
  readonly lost: string;
  readonly accounts: string;
  readonly addAccount: string;
  readonly signOut: string;
  readonly signOutLine: string;
  readonly cancel: string;
  readonly loading: string;
  readonly offline: string;
  readonly asOf: (moment: string) => string;
  readonly retry: string;
  readonly noNetwork: string;
  readonly copyAddress: string;
  readonly copied: string;
  readonly all: string;
  readonly total: string;
  readonly unpriced: string;
}

/** Words of tokens, of receiving, and of sending. */
export interface MoneyText {
  readonly balances: string;
  readonly noBalances: string;
  readonly noBalancesLine: string;
  readonly search: string;
  readonly noMatch: string;
  readonly receive: string;
  readonly receiveTitle: (name: string) => string;
  readonly receiveOn: (chains: string) => string;
  readonly receiveNever: (chains: string) => string;
  readonly qrOf: (address: string) => string;
  readonly addFunds: string;
  readonly send: string;
  readonly sendTo: string;
  readonly sendHint: string;
  readonly sendNot: string;
  readonly sendSelf: string;
  readonly nameMissing: (name: string, network: string) => string;
  readonly nameDiffers: (name: string) => string;
  readonly nameLooking: string;
  readonly recent: string;
  readonly amount: string;
  readonly token: string;
  readonly max: string;
  readonly have: (amount: string) => string;
  readonly tooMuch: (amount: string) => string;
  readonly notAmount: string;
  readonly on: (chain: string) => string;
  readonly review: string;
  readonly saveContact: string;
  readonly contactName: string;
}

/** All words. */
export interface HomeText
  extends FrameText, MoneyText, ActivityText, AppsText, ItemsText, SecurityText, PeopleText {}

const tables: Readonly<Record<Language, () => Promise<{ readonly text: HomeText }>>> = {
  en: () => import("./home_en.ts"),
  de: () => import("./home_de.ts"),
  ar: () => import("./home_ar.ts"),
  es: () => import("./home_es.ts"),
  ja: () => import("./home_ja.ts"),
};

/** Loads the words of a language. */
export async function loadText(language: Language): Promise<HomeText> {
  return (await tables[language]()).text;
}
