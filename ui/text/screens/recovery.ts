/** Words of the alarm, and of the screen that stops a recovery. @module */
import type { CauseText, OwnerText, Words } from "../text.ts";

/** Words in one language. */
export interface RecoveryWords {
  /** The alarm; `name` is given where the dialog is of no account yet. */
  readonly alarm: (when: string, name: string | undefined) => CauseText;
  /** An address that is added; `wait` is a span of time. */
  readonly adds: (wait: string) => CauseText;
  /** Label of the span of time. */
  readonly waits: string;
  /** It is shorter than before. */
  readonly shorter: (before: string) => string;
  readonly stop: OwnerText;
  /** Label of the address that started it. */
  readonly startedBy: string;
  /** Label of the time at which it takes effect. */
  readonly takesEffect: string;
  readonly networks: string;
  /** Also removes the address. */
  readonly remove: string;
  /** The address stays. */
  readonly stays: CauseText;
  /** It stays, but can start no other: different recoveries of it wait. */
  readonly blocked: CauseText;
  /** It is removed. */
  readonly removed: CauseText;
  /** The service cannot stop it on these networks. */
  readonly late: (chains: string) => CauseText;
}

/** Words in every language. */
export const recoveryWords: Words<RecoveryWords> = {
  en: {
    alarm: (when, name) => ({
      title: name === undefined
        ? "Someone is recovering this account"
        : `Someone is recovering ${name}`,
      body: `It takes effect on ${when}. Not you?`,
    }),
    adds: (wait) => ({
      title: "It can only start a recovery",
      body:
        `That takes effect after ${wait}; until then you stop it with a passkey. It helps if you lose your passkeys, or if its own key leaks. It does not help against a thief who has one of your passkeys.`,
    }),
    waits: "A recovery waits",
    shorter: (before) => `Shorter than now: it holds once ${before} have passed.`,
    stop: {
      title: "Stop this recovery",
      intro: "It ends on every network. What opens your account stays as it is.",
      action: "Stop it",
    },
    startedBy: "Started by",
    takesEffect: "Takes effect",
    networks: "Networks",
    remove: "Remove this recovery address too",
    stays: {
      title: "The recovery address stays",
      body:
        "It can start another recovery, which waits again. If you don't know who has it, remove it.",
    },
    blocked: {
      title: "The recovery address stays, without effect",
      body:
        "It started several recoveries. It can start no other until you change what opens your account. If you don't know who has it, remove it.",
    },
    removed: {
      title: "The recovery address is removed",
      body:
        "It can start no recovery any more. Add another one afterwards, in case you lose your passkeys.",
    },
    late: (chains) => ({
      title: "Not stopped everywhere by this",
      body: `The wallet service cannot reach ${chains}. Stop it there with the rescue page.`,
    }),
  },
  de: {
    alarm: (when, name) => ({
      title: name === undefined
        ? "Jemand stellt dieses Konto wieder her"
        : `Jemand stellt ${name} wieder her`,
      body: `Es gilt ab ${when}. Das sind nicht Sie?`,
    }),
    adds: (wait) => ({
      title: "Sie kann nur eine Wiederherstellung beginnen",
      body:
        `Die gilt nach einer Frist: ${wait}. Bis dahin halten Sie sie mit einem Passkey auf. Das hilft, wenn Sie Ihre Passkeys verlieren oder der Schlüssel dieser Adresse in falsche Hände kommt. Es hilft nicht gegen Diebe, die einen Ihrer Passkeys haben.`,
    }),
    waits: "Eine Wiederherstellung wartet",
    shorter: (before) => `Kürzer als bisher: Das gilt erst nach der alten Frist (${before}).`,
    stop: {
      title: "Diese Wiederherstellung aufhalten",
      intro: "Sie endet in jedem Netzwerk. Was Ihr Konto öffnet, bleibt, wie es ist.",
      action: "Aufhalten",
    },
    startedBy: "Begonnen von",
    takesEffect: "Gilt ab",
    networks: "Netzwerke",
    remove: "Diese Adresse auch entfernen",
    stays: {
      title: "Die Adresse bleibt",
      body:
        "Sie kann eine weitere Wiederherstellung beginnen, die wieder wartet. Entfernen Sie sie, wenn Sie nicht wissen, wer sie hat.",
    },
    blocked: {
      title: "Die Adresse bleibt, aber ohne Wirkung",
      body:
        "Sie hat mehrere Wiederherstellungen begonnen. Eine weitere kann sie erst beginnen, wenn sich ändert, was Ihr Konto öffnet. Entfernen Sie sie, wenn Sie nicht wissen, wer sie hat.",
    },
    removed: {
      title: "Die Adresse wird entfernt",
      body:
        "Sie kann nichts mehr wiederherstellen. Fügen Sie danach eine andere hinzu, falls Sie Ihre Passkeys verlieren.",
    },
    late: (chains) => ({
      title: "Damit nicht überall aufgehalten",
      body:
        `Der Wallet-Dienst erreicht ${chains} nicht. Halten Sie sie dort mit der Rettungsseite auf.`,
    }),
  },
  ar: {
    alarm: (when, name) => ({
      title: name === undefined ? "شخص ما يستعيد هذا الحساب" : `شخص ما يستعيد ${name}`,
      body: `تسري الاستعادة في ${when}. لست أنت؟`,
    }),
    adds: (wait) => ({
      title: "لا يمكنه إلا أن يبدأ استعادة",
      body:
        `تسري الاستعادة بعد ${wait}، وحتى ذلك الحين توقفها بمفتاح مرور. يفيدك إن فقدت مفاتيح مرورك أو تسرب مفتاح هذا العنوان، ولا يفيد ضد لص يملك أحد مفاتيح مرورك.`,
    }),
    waits: "مدة انتظار الاستعادة",
    shorter: (before) => `أقصر من الآن: تسري بعد انقضاء المدة السابقة (${before}).`,
    stop: {
      title: "إيقاف هذه الاستعادة",
      intro: "تنتهي على كل شبكة، ويبقى ما يفتح حسابك كما هو.",
      action: "أوقفها",
    },
    startedBy: "بدأها",
    takesEffect: "تسري في",
    networks: "الشبكات",
    remove: "إزالة عنوان الاسترداد هذا أيضًا",
    stays: {
      title: "يبقى عنوان الاسترداد",
      body: "يمكنه أن يبدأ استعادة أخرى تنتظر من جديد. أزله إن كنت لا تعرف من يملكه.",
    },
    blocked: {
      title: "يبقى عنوان الاسترداد بلا أثر",
      body:
        "بدأ هذا العنوان عدة استعادات، ولن يبدأ غيرها حتى يتغير ما يفتح حسابك. أزله إن كنت لا تعرف من يملكه.",
    },
    removed: {
      title: "يُزال عنوان الاسترداد",
      body: "لن يبدأ أي استعادة بعد الآن. أضف عنوانًا آخر بعد ذلك تحسبًا لفقدان مفاتيح مرورك.",
    },
    late: (chains) => ({
      title: "لم تتوقف بهذا في كل مكان",
      body: `لا تصل خدمة المحفظة إلى ${chains}. أوقفها هناك من صفحة الإنقاذ.`,
    }),
  },
};
