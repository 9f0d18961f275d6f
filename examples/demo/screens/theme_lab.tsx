/** A playground for the theme of the dialogs; it makes no requests. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useEffect, useState } from "react";
import { ReactUIHandler, type Theme } from "@sdk/ui";
import { stories } from "../../../ui/stories/stories.ts";
import { Copy } from "../parts/copy.tsx";
import { useWords } from "../text/language.ts";
import { type Choice, choiceAt, choices, groups, screens, themeAddress } from "./theme_choice.ts";
import { addressOf } from "./theme_preview.tsx";
import { ThemeVariables } from "./theme_variables.tsx";

const swatches = ["#0f766e", "#4846d4", "#e11d48", "#f59e0b", "#111827", "#fde68a"] as const;
const labels = { mode: "Mode", borderRadius: "Corners", fontStack: "Font", locale: "Language" };
const defaults = { mode: "auto", borderRadius: "md", fontStack: "system" } as const;

/** The screen. It is for developers, in English. */
export function ThemeLab({ hash }: { readonly hash: string }): JSX.Element {
  const words = useWords();
  const [choice, setChoice] = useState(() => choiceAt(hash));
  const { story, theme, locale } = choice;
  useEffect(keepFocus, []);
  // Shows a URL that was opened or navigated back to; the page's own changes have no effect.
  useEffect(() => setChoice(choiceAt(hash)), [hash]);
  const change = (next: Partial<Choice>) => {
    const changed = { ...choice, ...next };
    setChoice(changed);
    history.replaceState(null, "", themeAddress(changed));
  };
  const setTheme = (next: Theme) => change({ theme: next });
  const step = (by: number) => {
    const index = (screens.indexOf(story) + by + screens.length) % screens.length;
    change({ story: screens[index]! });
  };
  const code = `new ReactUIHandler({ theme: ${JSON.stringify(theme, null, 2)} })`;
  const link = `${location.origin}${location.pathname}${themeAddress(choice)}`;
  return (
    <main className="page lab" lang="en" dir="ltr">
      <section className="card">
        <h1 className="lab-title">Theme playground</h1>
        <p className="muted">Every dialog in every state. Text stays readable in any look.</p>
        <div className="choices">
          <label htmlFor="screen">Screen</label>
          <div className="row screens">
            <select
              id="screen"
              data-testid="screen"
              value={story}
              onChange={(event) => change({ story: event.currentTarget.value })}
            >
              {Object.entries(groups).filter(([, names]) => names.length > 0).map((
                [group, names],
              ) => (
                <optgroup key={group} label={group}>
                  {names.map((name) => <option key={name}>{name}</option>)}
                </optgroup>
              ))}
            </select>
            <button type="button" aria-label="Previous screen" onClick={() => step(-1)}>←</button>
            <button
              type="button"
              aria-label="Next screen"
              data-testid="next-screen"
              onClick={() => step(1)}
            >
              →
            </button>
          </div>
        </div>
        {Object.entries(choices).map(([name, values]) => (
          <fieldset className="choices" key={name}>
            <legend>{labels[name as keyof typeof choices]}</legend>
            <div className="switch" role="group">
              {values.map((value) => (
                <button
                  key={value}
                  type="button"
                  data-testid={`choose-${value}`}
                  aria-pressed={value === (name === "locale"
                    ? locale
                    : theme[name as keyof Theme] ?? defaults[name as keyof typeof defaults])}
                  onClick={() =>
                    name === "locale"
                      ? change({ locale: value })
                      : setTheme({ ...theme, [name]: value })}
                >
                  {value}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
        <Accent
          value={theme.accentColor ?? swatches[0]}
          onChange={(accentColor) => setTheme({ ...theme, accentColor })}
        />
        <ThemeVariables
          value={theme.cssVariables ?? {}}
          onChange={(cssVariables) => {
            const { cssVariables: _, ...others } = theme;
            setTheme(Object.keys(cssVariables).length === 0 ? others : { ...others, cssVariables });
          }}
        />
        <div className="drawer">
          <div className="drawer-head">
            <b>As code</b>
            <Copy text={code} testid="copy-theme" />
          </div>
          <pre className="code" data-testid="theme-code" tabIndex={0}><code>{code}</code></pre>
        </div>
        <div className="row">
          <button
            type="button"
            className="primary"
            data-testid="show-screen"
            onClick={() => show(choice)}
          >
            Open over this page
          </button>
          <Copy text={link} label="Copy link" testid="copy-link" />
          <a href="#" className="link">{words.toDemo}</a>
        </div>
      </section>
      <iframe
        className="preview"
        title={`Preview: ${story}`}
        data-testid="preview"
        src={addressOf(choice)}
      />
    </main>
  );
}

/** The color of buttons and links. */
function Accent(
  { value, onChange }: {
    readonly value: string;
    readonly onChange: (color: string) => void;
  },
): JSX.Element {
  return (
    <fieldset className="choices">
      <legend>Accent</legend>
      <div className="row">
        {swatches.map((color) => (
          <button
            key={color}
            type="button"
            className="swatch"
            aria-label={color}
            aria-pressed={color === value}
            style={{ background: color }}
            onClick={() => onChange(color)}
          />
        ))}
        <input
          type="color"
          aria-label="Any colour"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </fieldset>
  );
}

/** Opens a screen over this page, like in an app. */
function show({ story, theme, locale }: Choice): void {
  const handler = new ReactUIHandler({ theme });
  handler.init({
    appName: "Meadow",
    appLogoUrl: null,
    defaultChainId: 1,
    showTestnets: true,
    locale,
  });
  const request = { ...stories[story]!.request(), approve: () => Promise.resolve() };
  handler.request(request.method, request).catch(() => {}).finally(() => handler.cleanup());
}

/**
 * Returns the focus to the edited field, because a dialog takes the focus when it opens, even in a
 * frame.
 */
function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let pressed = false;
  const note = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.tagName !== "IFRAME") last = target;
  };
  // With a press into the frame, or Tab, the user moves the focus there.
  const enter = ({ target }: Event) => {
    pressed = target instanceof HTMLElement && target.tagName === "IFRAME";
  };
  const tab = ({ key }: KeyboardEvent) => {
    pressed = key === "Tab";
  };
  const giveBack = () => {
    if (document.activeElement?.tagName === "IFRAME" && !pressed) last?.focus();
  };
  addEventListener("focusin", note);
  addEventListener("pointerover", enter);
  addEventListener("keydown", tab);
  addEventListener("blur", giveBack);
  return () => {
    removeEventListener("focusin", note);
    removeEventListener("pointerover", enter);
    removeEventListener("keydown", tab);
    removeEventListener("blur", giveBack);
  };
}
