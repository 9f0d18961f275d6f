/** Overrides of single variables of the dialogs. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useState } from "react";
import { variableNames } from "../../../ui/theme/variables.ts";

/** Props of the list. */
export interface ThemeVariablesProps {
  /** The current overrides. */
  readonly value: Readonly<Record<string, string>>;
  /** Called with each change. */
  readonly onChange: (value: Readonly<Record<string, string>>) => void;
}

/** The overrides, and a field for another one. */
export function ThemeVariables({ value, onChange }: ThemeVariablesProps): JSX.Element {
  const [name, setName] = useState("--sdk-color-primary");
  return (
    <fieldset className="choices">
      <legend>Variable</legend>
      <div className="row">
        <select
          aria-label="Name of the variable"
          data-testid="variable-name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        >
          {[...variableNames].map((each) => <option key={each}>{each}</option>)}
        </select>
        <input
          aria-label="Value of the variable"
          data-testid="variable-value"
          value={value[name] ?? ""}
          placeholder="as it is"
          maxLength={200}
          onChange={(event) => {
            const { [name]: _, ...others } = value;
            const text = event.currentTarget.value;
            onChange(text === "" ? others : { ...others, [name]: text });
          }}
        />
      </div>
    </fieldset>
  );
}
