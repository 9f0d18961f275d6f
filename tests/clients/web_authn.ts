/** Passes passkeys' responses to `@simplewebauthn/server`, in a browser's format. @module */
import { Cbor } from "ox";
import { toBase64Url } from "../../core/lib/base64url.ts";
import type { CreateOptions, GetOptions } from "../../core/passkey/browser/ceremony.ts";
import type { SoftwareAuthenticator } from "../../core/testing/authenticator.ts";
import { load } from "./versions.ts";

/** A registration: the request and the response. */
export interface Created {
  readonly options: CreateOptions;
  readonly response: Awaited<ReturnType<SoftwareAuthenticator["create"]>>;
}

/** An assertion: the request and the response. */
export interface Got {
  readonly options: GetOptions;
  readonly response: Awaited<ReturnType<SoftwareAuthenticator["get"]>>;
}

/** Results of the package. */
export interface Ceremonies {
  readonly registrations: readonly boolean[];
  readonly assertions: readonly boolean[];
  /** Errors for the same responses with another challenge, site or domain. */
  readonly refused: readonly string[];
}

/** Verifies all of them, and that no others are verified. */
export async function verifyCeremonies(
  created: readonly Created[],
  got: readonly Got[],
  origin: string,
): Promise<Ceremonies> {
  const server = await load<SimpleWebAuthn>("@simplewebauthn/server");
  const keys = new Map<string, Uint8Array>();
  const registrations: boolean[] = [];
  const assertions: boolean[] = [];
  const refused: string[] = [];
  const usual = (options: CreateOptions | GetOptions): Expected => ({
    expectedChallenge: toBase64Url(options.challenge),
    expectedOrigin: origin,
    expectedRPID: options.rpId,
    requireUserVerification: true,
  });
  const others: readonly Partial<Expected>[] = [
    { expectedChallenge: toBase64Url(new Uint8Array(32)) },
    { expectedOrigin: "https://evil.example" },
    { expectedRPID: "evil.example" },
  ];
  const refusals = async (verify: (other: Partial<Expected>) => Promise<unknown>) => {
    for (const other of others) {
      refused.push(await verify(other).then(() => "verified", ({ message }: Error) => message));
    }
  };
  for (const { options, response } of created) {
    const attestationObject = Cbor.encode(
      { fmt: "none", attStmt: {}, authData: response.authenticatorData },
      { as: "Bytes" },
    );
    const given = responseOf(response, { attestationObject });
    const verify = (other: Partial<Expected> = {}) =>
      server.verifyRegistrationResponse({ response: given, ...usual(options), ...other });
    const { verified, registrationInfo } = await verify();
    registrations.push(verified);
    keys.set(given.id, registrationInfo!.credential.publicKey);
    await refusals(verify);
  }
  for (const { options, response } of got) {
    const { authenticatorData, signature } = response;
    const given = responseOf(response, { authenticatorData, signature });
    const credential = { id: given.id, publicKey: keys.get(given.id)!, counter: 0 };
    const verify = (other: Partial<Expected> = {}) =>
      server.verifyAuthenticationResponse({
        response: given,
        credential,
        ...usual(options),
        ...other,
      });
    assertions.push((await verify()).verified);
    await refusals(verify);
  }
  return { registrations, assertions, refused };
}

/** Writes a response as `PublicKeyCredential.toJSON` does. */
function responseOf(
  { id, clientDataJSON }: { readonly id: Uint8Array; readonly clientDataJSON: Uint8Array },
  more: Readonly<Record<string, Uint8Array>>,
) {
  const fields = Object.entries({ clientDataJSON, ...more });
  return {
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(fields.map(([name, bytes]) => [name, toBase64Url(bytes)])),
  };
}

/** Expectations of a site. */
interface Expected {
  readonly expectedChallenge: string;
  readonly expectedOrigin: string;
  readonly expectedRPID: string;
  readonly requireUserVerification: boolean;
}

/** The part of the package that is used here. */
interface SimpleWebAuthn {
  verifyRegistrationResponse(options: Expected & { readonly response: object }): Promise<{
    readonly verified: boolean;
    readonly registrationInfo?: { readonly credential: { readonly publicKey: Uint8Array } };
  }>;
  verifyAuthenticationResponse(
    options: Expected & { readonly response: object; readonly credential: object },
  ): Promise<{ readonly verified: boolean }>;
}
