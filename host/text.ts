/** All words of the home page, in the languages of the dialogs. @module */

/** The words. */
export interface HomeText {
  /** Writing direction. */
  readonly dir: "ltr" | "rtl";
  readonly title: string;
  readonly empty: string;
  readonly promise: (host: string) => string;
  readonly permissions: string;
  readonly noPermissions: string;
  readonly spender: string;
  readonly upTo: (amount: string, period: string) => string;
  readonly left: (amount: string) => string;
  readonly until: (moment: string) => string;
  readonly unused: string;
  readonly revoke: string;
  readonly revokeAll: string;
  readonly offline: string;
  readonly retry: string;
  readonly wallet: string;
}

const en: HomeText = {
  dir: "ltr",
  title: "Your wallet",
  empty: "This device knows no account yet. Connect from an app to make one.",
  promise: (host) =>
    `Your passkeys stay on your devices. This address, ${host}, is the only one that can ask for them.`,
  permissions: "Rights you have granted",
  noPermissions: "Nobody else can act for this account.",
  spender: "Spender",
  upTo: (amount, period) => `Up to ${amount} every ${period}`,
  left: (amount) => `${amount} left now`,
  until: (moment) => `Until ${moment}`,
  unused: "Signed, not used yet",
  revoke: "Take back",
  revokeAll: "Take back all",
  offline: "The wallet service cannot be reached. What is shown here may be incomplete.",
  retry: "Try again",
  wallet: "Your wallet",
};

const de: HomeText = {
  dir: "ltr",
  title: "Deine Wallet",
  empty: "Dieses Gerät kennt noch kein Konto. Verbinde dich aus einer App, um eines anzulegen.",
  promise: (host) =>
    `Deine Passkeys bleiben auf deinen Geräten. Nur diese Adresse, ${host}, kann nach ihnen fragen.`,
  permissions: "Rechte, die du erteilt hast",
  noPermissions: "Niemand sonst kann für dieses Konto handeln.",
  spender: "Berechtigter",
  upTo: (amount, period) => `Bis zu ${amount} je ${period}`,
  left: (amount) => `davon jetzt übrig: ${amount}`,
  until: (moment) => `Bis ${moment}`,
  unused: "Unterschrieben, noch nicht genutzt",
  revoke: "Zurücknehmen",
  revokeAll: "Alle zurücknehmen",
  offline: "Der Wallet-Dienst ist nicht erreichbar. Was hier steht, ist vielleicht unvollständig.",
  retry: "Noch einmal versuchen",
  wallet: "Deine Wallet",
};

const ar: HomeText = {
  dir: "rtl",
  title: "محفظتك",
  empty: "لا يعرف هذا الجهاز أي حساب بعد. اتصل من تطبيق لإنشاء حساب.",
  promise: (host) => `تبقى مفاتيح المرور على أجهزتك. هذا العنوان وحده، ${host}، يمكنه أن يطلبها.`,
  permissions: "الصلاحيات التي منحتها",
  noPermissions: "لا أحد غيرك يستطيع التصرف باسم هذا الحساب.",
  spender: "المخوَّل",
  upTo: (amount, period) => `حتى ${amount} كل ${period}`,
  left: (amount) => `المتبقي الآن ${amount}`,
  until: (moment) => `حتى ${moment}`,
  unused: "موقَّعة ولم تُستخدم بعد",
  revoke: "سحب",
  revokeAll: "سحب الكل",
  offline: "تعذّر الوصول إلى خدمة المحفظة. قد يكون المعروض هنا ناقصًا.",
  retry: "حاول مجددًا",
  wallet: "محفظتك",
};

/** The words for the first language that is spoken here. */
export function homeText(languages: readonly string[]): HomeText {
  const tables: Record<string, HomeText> = { en, de, ar };
  for (const language of languages) {
    const table = tables[language.slice(0, 2).toLowerCase()];
    if (table !== undefined) return table;
  }
  return en;
}

/** The first language that dates and numbers can be written in; browsers name odd ones now and then. */
export function languageTag(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const [tag] = Intl.getCanonicalLocales(language);
      if (tag !== undefined) return tag;
    } catch { /* such as en-US@posix */ }
  }
  return "en";
}
