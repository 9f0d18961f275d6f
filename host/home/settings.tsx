/** Page with the settings of this device and of the account. @module */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { count } from "../../ui/text/numbers.ts";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { NextIcon } from "../../ui/parts/icons/icons.tsx";
import { chooseCurrency } from "../../core/wallet/device/currency.ts";
import {
  applyLook,
  LANGUAGE_KEY,
  LANGUAGES,
  pageTheme,
  resolveLocale,
  THEME_KEY,
} from "../page/language.ts";
import {
  CurrencyIcon,
  LanguageIcon,
  PeopleIcon,
  ShieldIcon,
  SignOutIcon,
  ThemeIcon,
} from "../parts/icons.tsx";
import { useLoaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import type { RoomProps } from "../parts/room.ts";
import { hashOf, type Route } from "../parts/route.ts";
import { Notices } from "../security/notices.tsx";

/** Language, currency, appearance, notifications, contacts, privacy, and sign-out. */
export function Settings(props: RoomProps): VNode {
  const { device, text, tag } = props;
  const contacts = device.contacts.list().length;
  return (
    <Page title={text.settings} text={text} testid="home-settings">
      <ul class="panel">
        <Language {...props} />
        <Currency {...props} />
        <Theme {...props} />
      </ul>
      <ul class="panel">
        <Notices {...props} />
        <Place
          at="contacts"
          label={text.contacts}
          picture={PeopleIcon}
          value={contacts === 0 ? "" : count(contacts, tag)}
        />
      </ul>
      <ul class="panel">
        <Place at="privacy" label={text.privacy} picture={ShieldIcon} />
        <Place at="accounts" label={text.signOut} picture={SignOutIcon} />
      </ul>
    </Page>
  );
}

/** Row that opens another page. */
function Place(
  { at, label, picture: Picture, value = "" }: {
    at: Route["at"];
    label: string;
    picture: Icon;
    value?: string;
  },
): VNode {
  return (
    <li>
      <a class="row" href={hashOf(at)} data-testid={`home-settings-${at}`}>
        <Picture />
        <span class="row-text">{label}</span>
        {value === "" ? null : <span class="row-amount">{value}</span>}
        <NextIcon />
      </a>
    </li>
  );
}

/** Row with a choice; its current value is at the end. */
function Pick(
  props: {
    label: string;
    picture: Icon;
    testid: string;
    value: string;
    options: readonly (readonly [value: string, label: string])[];
    choose: (value: string) => void;
  },
): VNode {
  const { picture: Picture } = props;
  return (
    <li>
      <label class="row pick">
        <Picture />
        {props.label}
        <select
          value={props.value}
          data-testid={props.testid}
          onChange={(event) => props.choose(event.currentTarget.value)}
        >
          {props.options.map(([value, label]) => <option key={value} value={value}>{label}
          </option>)}
        </select>
      </label>
    </li>
  );
}

/** Languages by their own names. */
const languageNames: Readonly<Record<typeof LANGUAGES[number], string>> = {
  en: "English",
  de: "Deutsch",
  ar: "العربية",
  es: "Español",
  ja: "日本語",
};

function Language({ device, text }: RoomProps): VNode {
  const stored = device.storage.get(LANGUAGE_KEY);
  const choose = (language: string) => {
    // Keeps the region of the browser's language, for numbers and dates.
    const tag = navigator.languages.find((each) =>
      resolveLocale([each, "en"]).tag === each &&
      each.split("-")[0] === language
    ) ?? language;
    device.storage.set(LANGUAGE_KEY, language === "" ? null : tag);
    // The texts are loaded with the page.
    location.reload();
  };
  return (
    <Pick
      label={text.language}
      picture={LanguageIcon}
      testid="home-language"
      value={stored === null ? "" : resolveLocale([stored]).language}
      options={[
        ["", text.likeDevice],
        ...LANGUAGES.map((each) => [each, languageNames[each]] as const),
      ]}
      choose={choose}
    />
  );
}

/** Offers the operator's currencies; renders nothing without prices. */
function Currency({ device, record, text, tag }: RoomProps): VNode | null {
  const { value, refresh } = useLoaded(() => device.service.configuration(), record);
  const current = value?.fiat;
  if (value === null || current === undefined) return null;
  const names = new Intl.DisplayNames(tag, { type: "currency" });
  return (
    <Pick
      label={text.currency}
      picture={CurrencyIcon}
      testid="home-currency"
      value={current}
      options={(value.currencies ?? [current]).map((each) =>
        [each, `${names.of(each) ?? ""} (${each})`] as const
      )}
      choose={(currency) => {
        chooseCurrency(device.storage, currency);
        refresh();
      }}
    />
  );
}

function Theme({ device, text }: RoomProps): VNode {
  const [theme, setTheme] = useState(pageTheme);
  return (
    <Pick
      label={text.theme}
      picture={ThemeIcon}
      testid="home-theme"
      value={theme}
      options={[
        ["auto", text.likeDevice],
        ["light", text.themes.light],
        ["dark", text.themes.dark],
      ]}
      choose={(chosen) => {
        device.storage.set(THEME_KEY, chosen === "auto" ? null : chosen);
        applyLook(document.documentElement);
        setTheme(pageTheme());
      }}
    />
  );
}
