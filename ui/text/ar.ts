/** Arabic. @module */
import type { Text } from "./text.ts";

/** The Arabic table. */
export const ar: Text = {
  dir: "rtl",
  close: "إغلاق",
  cancel: "إلغاء",
  back: "رجوع",
  retry: "إعادة المحاولة",
  loading: "جارٍ التحميل…",
  copy: "نسخ",
  copied: "تم النسخ",
  details: "التفاصيل",
  showAll: (count) => `عرض الكل (${count})`,
  showLess: "عرض أقل",
  usePasskey: "استخدم مفتاح المرور…",
  usePasskeyHint: "سيطلب المتصفح بصمتك أو وجهك أو رمز جهازك.",
  sending: "جارٍ الإرسال…",
  stillWorking: "لا يزال العمل جاريًا…",
  wait: "لحظة",
  account: "الحساب",
  network: "الشبكة",
  testNetwork: "شبكة تجريبية",
  step: (step, steps) => `الخطوة ${step} من ${steps}`,
  siteSays: "يقول الموقع",
  insecureOrigin: "هذا الاتصال غير مشفّر.",
  nextStep: "ما يمكنك فعله",
  technical: "تفاصيل تقنية",
  connectTitle: (app) => `الاتصال بـ ${app}`,
  connectIntro: "يحمي مفتاح المرور حسابك، بلا كلمة سر وبلا إضافات.",
  connectKnown: "اختر الحساب الذي تستخدمه هنا.",
  accountName: "اسم الحساب",
  accountNameHint: "لا يراه سواك، في قائمة مفاتيح المرور.",
  defaultAccountName: "حسابي",
  create: "إنشاء حساب بمفتاح مرور",
  createOther: "إنشاء حساب جديد",
  existing: "استخدام مفتاح مرور موجود",
  existingOther: "استخدام مفتاح مرور آخر",
  continueAs: (name) => `المتابعة باسم ${name}`,
  signInTo: (domain) => `ستسجّل الدخول أيضًا إلى ${domain}`,
  passkeyPromise: "يبقى مفتاح المرور معك، ولا يحتفظ به أي خادم.",
  send: (amounts) => `إرسال ${amounts}`,
  sendTo: "إلى",
  allow: (amount) => `السماح بإنفاق ${amount}`,
  allowAll: (symbol) => `السماح بإنفاق كل ${symbol}`,
  sendUnknown: "إرسال رمز غير معروف",
  allowUnknown: "السماح بإنفاق رمز غير معروف",
  allowTo: "المخوَّل",
  allowCollection: "السماح بالوصول إلى مجموعة كاملة",
  callFunction: (name) => `استدعاء ${name}`,
  callContract: "استدعاء عقد",
  actions: (count, shown) =>
    count === 1 ? "إجراء واحد" : count === 2 ? "إجراءان" : `${shown} إجراءات`,
  confirm: "تأكيد",
  confirmActions: (count, shown) =>
    count === 1 ? "تأكيد إجراء واحد" : count === 2 ? "تأكيد إجراءين" : `تأكيد ${shown} إجراءات`,
  to: "إلى",
  spender: "المخوَّل",
  contract: "العقد",
  value: "القيمة",
  data: "البيانات",
  bytes: (count) => `${count} بايت`,
  expected: "التغيّرات المتوقعة",
  expectedHint: "محاكاة، وقد تختلف النتيجة",
  noChanges: "لا يُتوقع تغيّر في الأرصدة",
  fee: "رسوم الشبكة",
  feeFree: "مجانًا لك",
  paidBy: (sponsor) => `يدفعها ${sponsor}`,
  feeMaximum: (amount) => `بحد أقصى ${amount}`,
  feeExpected: (amount) => `نحو ${amount}`,
  feeBalance: (amount) => `الرصيد ${amount}`,
  feeLoading: "جارٍ حساب الرسوم…",
  sponsorFailed: "لم يدفع الراعي",
  sponsorFailedHint: (amount) =>
    `أراد الموقع دفع رسوم الشبكة لكن راعيه رفض. يمكنك دفعها بنفسك: بحد أقصى ${amount}.`,
  payMyself: (amount) => `أدفع الرسوم بنفسي، بحد أقصى ${amount}`,
  payAndConfirm: "دفع الرسوم والتأكيد",
  notEnough: (symbol) => `رصيد ${symbol} لا يكفي للرسوم`,
  notEnoughHint: (need, have) => `قد يلزم حتى ${need}، وفي الحساب ${have}.`,
  unlimited: "بلا حد",
  signTitle: "توقيع رسالة",
  signIntro: "التوقيع مجاني ولا ينقل أموالًا بذاته. لا توقّع إلا على ما تفهمه.",
  sign: "توقيع",
  message: "الرسالة",
  showBytes: "عرض البايتات",
  typedTitle: (type) => `توقيع ${type}`,
  typedIntro: "قد يتيح التوقيع على بيانات لآخرين التصرف نيابة عنك. تحقق من القيم.",
  permitTitle: "السماح بالإنفاق",
  token: "الرمز",
  amount: "المبلغ",
  smallestUnit: "بأصغر وحدة",
  validUntil: "صالح حتى",
  domain: "صادر لـ",
  verifyingContract: "العقد",
  items: (count, shown) => count === 1 ? "عنصر واحد" : count === 2 ? "عنصران" : `${shown} عناصر`,
  empty: "فارغ",
  wholeValue: "القيمة كاملة",
  hiddenMark: (code) => `محرف مخفي ${code}`,
  warnings: {
    unlimited_approval: () => ({
      title: "إنفاق بلا حد",
      body: "يمكن للمخوَّل أخذ كل ما لديك من هذا الرمز الآن ولاحقًا.",
    }),
    approval_for_all: () => ({
      title: "وصول إلى كل ما في المجموعة",
      body: "يمكن للمخوَّل نقل أي عنصر من هذه المجموعة خارج حسابك.",
    }),
    permit: () => ({
      title: "هذا التوقيع يسمح بالإنفاق",
      body: "من يملكه يستطيع نقل رموزك دون أن يسألك ثانية.",
    }),
    unknown_function: () => ({
      title: "لا يمكن قراءة هذا الإجراء",
      body: "الوظيفة غير معروفة هنا. لا تتابع إلا إذا كنت تثق بهذا الموقع.",
    }),
    look_alike: (detail) => ({
      title: "يشبه عنوانًا تعرفه لكنه عنوان آخر",
      body: detail === "" ? "قارن كل محرف." : `قارن كل محرف مع ${detail}`,
    }),
    hidden_characters: () => ({
      title: "محارف مخفية",
      body: "في النص محارف لا تُرى، وقد وُضعت عليها علامات أدناه.",
    }),
    not_text: () => ({
      title: "ليس نصًا",
      body: "يطلب الموقع توقيعًا على بايتات لا يمكن قراءتها.",
    }),
    other_chain: (detail) => ({
      title: "لشبكة أخرى",
      body: detail === ""
        ? "تذكر البيانات شبكة غير المستخدمة."
        : `تذكر البيانات الشبكة ${detail} لا الشبكة المستخدمة.`,
    }),
    simulation_reverts: (detail) => ({
      title: "سيفشل هذا على الأرجح",
      body: detail === "" ? "لم تنجح المحاكاة." : `تقول المحاكاة: ${detail}`,
    }),
    simulation_unavailable: () => ({
      title: "لا محاكاة",
      body: "تعذّر حساب التغيّرات المتوقعة. ما هو مدرج أدناه دقيق مع ذلك.",
    }),
    passkey_not_backed_up: () => ({
      title: "مفتاح المرور هذا على هذا الجهاز فقط",
      body: "إذا فُقد الجهاز فُقد الحساب. أضف مفتاح مرور ثانيًا قريبًا.",
    }),
  },
  causes: {
    user_rejected: { title: "أُلغي الطلب", body: "لم يُوقَّع شيء ولم يُرسَل شيء." },
    passkey_cancelled: {
      title: "لم يُستخدم مفتاح المرور",
      body: "أُغلقت النافذة أو انتهى الوقت. لم يُوقَّع شيء ولم يُرسَل شيء. يمكنك المحاولة ثانية.",
    },
    passkey_invalid: {
      title: "جواب مفتاح المرور غير صالح",
      body: "لم يُوقَّع شيء ولم يُرسَل شيء. أعد المحاولة أو استخدم مفتاحًا آخر.",
    },
    passkey_exists: {
      title: "يوجد هنا مفتاح مرور من قبل",
      body: "لم يُنشأ مفتاح ثانٍ. استخدم المفتاح الموجود.",
    },
    passkey_wrong_site: {
      title: "لا تعمل مفاتيح المرور في هذا العنوان",
      body: "لم يُنشأ شيء ولم يُوقَّع شيء. أخبر أصحاب الموقع.",
    },
    passkey_no_authenticator: {
      title: "لم يُعثر على مكان لمفتاح المرور",
      body: "لم يُنشأ شيء. فعّل قفل الشاشة أو استخدم هاتفًا أو مفتاح أمان.",
    },
    passkey_failed: {
      title: "لم يعمل مفتاح المرور",
      body: "لم يُوقَّع شيء ولم يُرسَل شيء. أعد المحاولة أو استخدم مفتاحًا أو متصفحًا آخر.",
    },
    storage_full: {
      title: "لا مكان لدى خدمة المحفظة",
      body: "لم يُرسَل شيء. أعد المحاولة لاحقًا.",
    },
    passkey_unsupported: {
      title: "لا يستطيع هذا المتصفح استخدام مفاتيح المرور هنا",
      body: "افتح الصفحة في متصفح حديث خارج التطبيقات الأخرى. لم يتغير شيء.",
    },
    passkey_unknown: {
      title: "لا حساب لمفتاح المرور هذا",
      body: "جرّب مفتاح مرور آخر أو أنشئ حسابًا جديدًا. لم يتغير شيء.",
    },
    wrong_passkey: {
      title: "مفتاح المرور هذا لحساب آخر",
      body: "لم يُرسَل شيء. أعد المحاولة بمفتاح الحساب المعروض هنا.",
    },
    service_down: {
      title: "تعذّر الوصول إلى خدمة المحفظة",
      body: "لم يُرسَل شيء. تحقق من شبكتك وأعد المحاولة.",
    },
    host_unreachable: {
      title: "تعذّر الوصول إلى المحفظة",
      body: "لم يُوقَّع شيء ولم يُرسَل شيء. تحقق من شبكتك وأعد المحاولة.",
    },
    chain_down: {
      title: "الشبكة لا تستجيب",
      body: "لم يُرسَل شيء. أعد المحاولة بعد لحظة.",
    },
    chain_unknown: {
      title: "هذه الشبكة غير متاحة",
      body: "لم يُرسَل شيء. على الموقع اختيار شبكة أخرى.",
    },
    chain_unsupported: {
      title: "هذه الشبكة غير متاحة",
      body: "لم يُرسَل شيء. على الموقع اختيار شبكة أخرى.",
    },
    origin_not_allowed: {
      title: "هذا الموقع غير مسجّل",
      body: "عنوانه ليس في قائمة مشروعه. لم يحدث شيء. أخبر أصحابه.",
    },
    key_invalid: {
      title: "هذا الموقع غير مسجّل",
      body: "مفتاحه غير معروف لخدمة المحفظة. لم يحدث شيء. أخبر أصحابه.",
    },
    limit_exceeded: {
      title: "طلبات كثيرة جدًا",
      body: "لم يُرسَل شيء. انتظر لحظة ثم أعد المحاولة.",
    },
    simulation_reverts: {
      title: "سيفشل هذا",
      body: "لم يُرسَل شيء. سترفض الشبكة هذه الإجراءات؛ تحقق من المبالغ والأرصدة.",
    },
    operation_refused: {
      title: "رفضت الشبكة ذلك",
      body: "لم يُرسَل شيء. أعد المحاولة، وإذا استمر الأمر فأخبر أصحاب الموقع.",
    },
    sponsor_failed: {
      title: "لم يدفع الراعي",
      body: "لم يُرسَل شيء. أعد المحاولة أو ادفع الرسوم من حسابك.",
    },
    quote_changed: {
      title: "تغيّرت الأرقام",
      body: "لم يُوقَّع شيء. اقرأ الأرقام الجديدة وأكّد ثانية.",
    },
    not_ready: {
      title: "ليس جاهزًا بعد",
      body: "لم يُوقَّع شيء. انتظر حتى تظهر كل الأرقام.",
    },
    service_mismatch: {
      title: "أعدّت خدمة المحفظة شيئًا آخر",
      body: "لم يُوقَّع شيء. لا تتابع، وأخبر أصحاب الموقع.",
    },
    insufficient_funds: {
      title: "الرصيد لا يكفي",
      body: "لم يُرسَل شيء. أضف رصيدًا أو خفّض المبلغ.",
    },
    bundle_too_large: {
      title: "إجراءات كثيرة دفعة واحدة",
      body: "لم يُرسَل شيء. على الموقع تقسيمها.",
    },
    duplicate_id: {
      title: "أُرسلت من قبل",
      body: "قُدّمت هذه الإجراءات سابقًا. لم يُرسَل شيء ثانية.",
    },
  },
  otherCause: {
    title: "حدث خطأ ما",
    body: "راجع نشاطك قبل إعادة المحاولة.",
  },
};
