/** German. @module */
import type { Text } from "./en.ts";

/** The German table. */
export const de: Text = {
  language: "de",
  dir: "ltr",
  close: "Schließen",
  cancel: "Abbrechen",
  back: "Zurück",
  retry: "Erneut versuchen",
  done: "Fertig",
  loading: "Wird geladen\u00a0…",
  copy: "Kopieren",
  copied: "Kopiert",
  copyAddress: "Adresse kopieren",
  details: "Details",
  showAll: (count) => `Alle ${count} anzeigen`,
  showLess: "Weniger anzeigen",
  usePasskey: "Passkey nutzen\u00a0…",
  useSigner: "Warten auf Sie…",
  usePasskeyHint: "Ihr Browser fragt nach Fingerabdruck, Gesicht oder Geräte-PIN.",
  sending: "Wird gesendet\u00a0…",
  stillWorking: "Einen Moment\u00a0…",
  covered: {
    title: "Die Seite verdeckt diesen Dialog",
    body: "Sie können bestätigen, sobald er ganz zu sehen ist.",
  },
  openWindow: "Im Fenster öffnen",
  balances: "Guthaben",
  noBalances: "Noch keine Token.",
  balancesUnknown: "Die Guthaben lassen sich gerade nicht anzeigen.",
  disconnect: "Trennen",
  manage: "In der Wallet verwalten",
  offline: {
    title: "Sie sind offline",
    body: "Wir versuchen es erneut, sobald Sie wieder online sind.",
  },
  offlineFailure: {
    title: "Sie sind offline",
    body: "Stellen Sie eine Internetverbindung her und versuchen Sie es erneut.",
  },
  slow: {
    title: "Das dauert länger als sonst",
    body: "Noch keine Antwort. Sie können warten oder schließen.",
  },
  slowRefresh: {
    title: "Die Aktualisierung dauert länger als sonst",
    body:
      "Sie können nach dem gehen, was hier steht, oder warten. Veraltete Beträge werden nie unterschrieben.",
  },
  wait: "Einen Moment",
  account: "Konto",
  network: "Netzwerk",
  testNetwork: "Testnetzwerk",
  step: (step, steps) => `Schritt ${step} von ${steps}`,
  siteSays: "Angabe der Website",
  insecureOrigin: "Diese Verbindung ist nicht verschlüsselt.",
  fingerprints: "Prüfcodes",
  fingerprintsHint:
    "Vergleichen Sie jedes Zeichen mit dem, was ein anderes Gerät oder Programm zeigt.",
  connectTitle: (app) => `Mit „${app}“ verbinden`,
  connectOwn: "Ihre Wallet öffnen",
  connectIntro: "Gesicht, Fingerabdruck oder PIN ist Ihr Schlüssel. Nichts zum Aufschreiben.",
  connectKnown: (app) => `${app} sieht dann Ihre Adresse und Ihre Aktivität.`,
  defaultAccountName: "Mein Konto",
  create: "Konto erstellen",
  continue: "Weiter",
  existing: "Anmelden",
  existingOf: (host) => `Mit ${host} anmelden`,
  existingOther: "Anderes Konto verwenden",
  phone: "Mein Handy verwenden",
  missingTitle: "Kein Passkey hier?",
  missingIntro:
    "Erstellen Sie ein Konto, oder versuchen Sie es mit einem Passkey von anderswo noch einmal.",
  missingFailure: {
    title: "Kein Passkey hat geantwortet",
    body:
      "Ihr Gerät fand keinen, oder die Abfrage wurde geschlossen. Nichts wurde unterschrieben oder gesendet.",
  },
  againTitle: "Passkey noch einmal verwenden",
  againIntro:
    "Der Wallet-Dienst kennt diesen Passkey nicht. Verwenden Sie ihn noch einmal, um Ihr Konto direkt im Netzwerk zu finden.",
  againAction: "Passkey erneut verwenden",
  continueAs: (name) => `Weiter als ${name}`,
  signInTo: (domain) => `Sie melden sich auch bei ${domain} an`,
  connectPromise: (app) => `${app} sieht Ihre Adresse und Ihre Aktivität, nie Ihren Passkey.`,
  passkeyPromise: "Ihr Passkey bleibt bei Ihnen. Kein Server hat ihn.",
  lost: "Passkey verloren?",
  unsupported: {
    title: "Passkeys funktionieren hier nicht",
    body:
      "Dieser Browser oder die App, die diese Seite anzeigt, unterstützt sie nicht. Es wurde nichts erstellt.",
  },
  unsupportedInsecure:
    "Passkeys brauchen eine verschlüsselte Verbindung; diese Seite hat keine. Es wurde nichts erstellt. Geben Sie den Betreibern Bescheid.",
  unsupportedOpen: "Öffnen Sie diese Seite stattdessen in Safari, Chrome, Edge oder Firefox.",
  blockedByPage: {
    title: "Diese Website erlaubt hier keine Passkeys",
    body:
      "Ihre eigenen Einstellungen verbieten sie auf dieser Seite. Nichts wurde erstellt oder unterschrieben. Geben Sie den Betreibern Bescheid.",
  },
  blockedInFrame: {
    title: "Passkeys sind hier nicht erlaubt",
    body:
      "Die Seite, in der diese Website angezeigt wird, erlaubt sie nicht. Nichts wurde erstellt oder unterschrieben. Öffnen Sie die Website in einem eigenen Tab.",
  },
  pageAddress: "Adresse der Seite",
  nameTitle: "Namen aussuchen",
  nameIntro: "Er führt zu Ihrem Konto, und alle können ihn nachschlagen.",
  nameClaim: (name) => `${name} sichern`,
  nameClaimNone: "Diesen Namen sichern",
  nameSkip: "Überspringen",
  nameDone: (name) => `${name} gehört Ihnen`,
  returning: (app) => `Zurück zu ${app} …`,
  nameRecords: "Öffentliches Profil, das die Website hinzufügt",
  nameSpaces: "Namen enthalten keine Leerzeichen.",
  nameGone: "Gerade vergeben. Nichts wurde gespeichert; wählen Sie einen anderen.",
  nameTakenOthers: "Vergeben. Noch frei:",
  nameStates: {
    empty: "3 bis 63 Buchstaben, Ziffern oder Bindestriche.",
    checking: "Wird geprüft\u00a0…",
    slow: "Wird noch geprüft\u00a0…",
    offline:
      "Gerade nicht möglich. Prüfen Sie Ihre Verbindung; beim Tippen wird es erneut versucht.",
    free: "Verfügbar",
    taken: "Vergeben",
    similar: "Einem vergebenen Namen zu ähnlich.",
    reserved: "Dieser Name wird nicht vergeben.",
    short: "Ein Name hat mindestens 3 Zeichen.",
    long: "Ein Name hat höchstens 63 Zeichen, in manchen Schriften weniger.",
    dot: "Ein Name hat keine Punkte.",
    characters: "Diese Zeichen passen in einem Namen nicht zusammen.",
  },
  send: (amounts) => `${amounts} senden`,
  give: (amount) => `Sie geben höchstens ${amount}`,
  sendTo: "An",
  allow: (amount) => `Zugriff auf ${amount} erlauben`,
  allowAll: (symbol) => `Zugriff auf alle ${symbol} erlauben`,
  letUse: (who, amount) => `${who} darf ${amount} verwenden`,
  endUse: (symbols) => `Zugriff auf ${symbols} beenden`,
  allowLess: (amount) => `Freigabe um ${amount} senken`,
  sendUnknown: "Unbekannten Token senden",
  allowUnknown: "Zugriff auf einen unbekannten Token erlauben",
  allowTo: "Zugriff für",
  allowCollection: "Zugriff auf eine ganze Sammlung erlauben",
  callFunction: (name) => `${name} aufrufen`,
  useContract: "Unlesbare Aktion ausführen",
  callContract: "Unlesbare Aktion",
  sendItem: "Stücke einer Sammlung senden",
  describedByWallet: "Ihre Wallet kennt diesen Vertrag. Die Bezeichnungen sind englisch.",
  describedBy: (origin) => `Beschreibung von ${origin}`,
  describedHint: "Eigene Worte der Website über ihren Vertrag, von niemandem geprüft.",
  describedByConvention:
    "Was eine Funktion mit diesem Namen meist tut. Dieser Vertrag ist unbekannt.",
  thisContract: "Dieser Vertrag",
  stepsInside: (count, shown) => count === 1 ? "1 Schritt darin" : `${shown} Schritte darin`,
  stepsThrough: (contract) =>
    `Das tut ${contract}, nicht Ihr Konto. Bewegt oder freigegeben wird, was dem Vertrag gehört.`,
  stepsUnread: (count, shown) =>
    count === 1
      ? "1 weiterer Schritt wurde nicht geprüft."
      : `${shown} weitere Schritte wurden nicht geprüft.`,
  through: (contract, title) => `Über ${contract}: ${title}`,
  mayFail: "Scheitert er, laufen die anderen Schritte trotzdem.",
  function: "Funktion",
  yourAccount: "Ihr Konto",
  item: (id) => `Nr.\u00a0${id}`,
  yes: "Ja",
  no: "Nein",
  actions: (count, shown) => count === 1 ? "1 Aktion" : `${shown} Aktionen`,
  confirm: "Bestätigen",
  confirmActions: (count, shown) =>
    count === 1 ? "1 Aktion bestätigen" : `${shown} Aktionen bestätigen`,
  to: "An",
  spender: "Zugriff für",
  contract: "Vertrag",
  value: "Betrag",
  data: "Daten",
  bytes: (count) => `${count} Byte`,
  expected: "Änderungen am Guthaben",
  expectedHint: "Geschätzt",
  noChanges: "Keine Änderungen am Guthaben",
  noEstimate: "Keine Schätzung",
  review: "Weiterlesen",
  gives: "Sie senden",
  gets: "Sie erhalten",
  differs: (changes) => ({
    title: "Die Schätzung zeigt etwas anderes",
    body: `Ihr Guthaben würde sich so ändern: ${changes}.`,
  }),
  unlisted: "nicht gelistet",
  leavesAtMost: "Abgang höchstens",
  checkedByAccount: "Von Ihrem Konto durchgesetzt",
  notBounded: "Ohne Grenze",
  fee: "Gebühr",
  feeFree: "Kostenlos",
  paidBy: (sponsor) => `${sponsor} zahlt`,
  paidByUser: "Wird bei der Nutzung bezahlt",
  feeMaximum: (amount) => `Höchstens ${amount}`,
  feeBalance: (amount) => `Guthaben ${amount}`,
  feeLoading: "Gebühr wird berechnet\u00a0…",
  feeChoose: "Gebühr zahlen in",
  feeObstacle: {
    balance: "Guthaben zu niedrig",
    limit: "Gebühr dafür zu hoch",
    unavailable: "Gerade nicht möglich",
  },
  sponsorFailed: "Der Sponsor hat nicht gezahlt",
  sponsorFailedHint: (amount) =>
    `Die Website wollte die Gebühr übernehmen, aber ihr Sponsor hat abgelehnt. Sie können sie ` +
    `selbst zahlen: höchstens ${amount}.`,
  payMyself: (amount) => `Gebühr selbst zahlen, höchstens ${amount}`,
  payAndConfirm: "Gebühr zahlen und bestätigen",
  notEnough: (symbol) => `Nicht genug ${symbol} für die Gebühr`,
  notEnoughHint: (need, have) => `Nötig sind bis zu ${need}, Sie haben ${have}.`,
  missing: (amount) => `Zum Fortfahren ${amount} aufladen`,
  receiveAt: (network) => `Ihre Adresse, nur im Netzwerk ${network}`,
  unlimited: "Unbegrenzt",
  signTitle: "Nachricht unterschreiben",
  signIntro:
    "Unterschreiben ist kostenlos und bewegt selbst noch nichts. Unterschreiben Sie nur, was Sie verstehen.",
  sign: "Unterschreiben",
  message: "Nachricht",
  typedTitle: "Unbekannte Daten unterschreiben",
  typedIntro: "Mit Ihrer Unterschrift können andere für Sie handeln. Prüfen Sie die Angaben.",
  permitTitle: "Zugriff erlauben",
  orderTitle: (exchange) => `Auftrag bei ${exchange}`,
  youGive: "Sie geben höchstens",
  youGet: "Sie erhalten mindestens",
  orderOpen: "Nichts garantiert",
  orders: (count, shown) =>
    count === 1 ? "1 Auftrag" : `${shown} Aufträge, jeder einzeln ausführbar`,
  orderNumber: (number) => `Auftrag ${number}`,
  ordersEmpty: (count, shown) =>
    count === 1
      ? "1 leerer Platz im Baum ist weggelassen."
      : `${shown} leere Plätze im Baum sind weggelassen.`,
  nothing: "Nichts",
  leavesLater: "Nichts in diesem Schritt; was Sie erlauben, kann später abgehen",
  leavesLaterToo: "In diesem Schritt; was Sie erlauben, kann später abgehen",
  sendEmpty: "Leere Transaktion senden",
  anyItem: "Ein beliebiges Stück der Sammlung",
  more: (count) => `und ${count} weitere`,
  token: "Token",
  amount: "Betrag",
  smallestUnit: "in der kleinsten Einheit",
  validUntil: "Gültig bis",
  noEnd: "Kein Enddatum",
  domain: "Für",
  market: "Marktplatz",
  verifyingContract: "Vertrag",
  items: (count, shown) => count === 1 ? "1 Eintrag" : `${shown} Einträge`,
  empty: "leer",
  wholeValue: "Vollständiger Wert",
  hiddenMark: (code) => `unsichtbares Zeichen ${code}`,
  grantTitle: "Begrenzten Zugriff erlauben",
  grantSigned: "Sie unterschreiben jetzt; ins Netzwerk kommt es mit der ersten Nutzung.",
  grantIntro:
    "Sie werden nicht jedes Mal gefragt. Den Zugriff können Sie jederzeit in Ihrer Wallet beenden.",
  grantAction: "Erlauben",
  revokeTitle: "Zugriff entfernen",
  revokeIntro: "Er endet sofort und endgültig.",
  revokeAction: "Zugriff entfernen",
  revokeAllTitle: "Zugriff aller Apps entfernen",
  revokeAllIntro:
    "Keine App und kein Agent kann danach noch etwas ausgeben, auch nicht mit unterschriebenen Erlaubnissen. Das ist endgültig.",
  revokeAllAction: "Alle entfernen",
  revokeAllOn: "Auch in diesen Netzwerken",
  revokeAllFails: "Nicht erreichbar: Zugriff bleibt",
  permissionId: "Berechtigung",
  maySpend: "Darf ausgeben",
  mayCall: "Darf aufrufen",
  onlyTransfers: "Nur Überweisungen",
  validFrom: "Gültig ab",
  upTo: (amount) => `Bis zu ${amount}`,
  remaining: (amount) => `noch ${amount} in diesem Zeitraum`,
  everySome: (duration) => `alle ${duration}`,
  periods: {
    minute: "pro Minute",
    hour: "pro Stunde",
    day: "pro Tag",
    week: "pro Woche",
    month: "pro Monat",
    year: "pro Jahr",
    forever: "insgesamt",
  },
  later: "Später",
  passkey: "Passkey",
  address: "Adresse",
  passkeyName: "Name des neuen Passkeys",
  passkeyNameHint: "Handy, Sicherheitsschlüssel\u00a0…",
  passkeyHere: (name) => `${name} (dieses Gerät)`,
  addPasskeyTitle: "Passkey hinzufügen",
  addPasskeyIntro:
    "Ein zweiter Weg in Ihr Konto, auf einem anderen Gerät oder Sicherheitsschlüssel.",
  addPasskeyOffer:
    "Ihr Passkey ist nur auf diesem Gerät. Geht es verloren, ist auch das Konto weg.",
  addPasskeyAction: "Passkey erstellen",
  ownerAddPasskey: {
    title: (name: string | undefined): string =>
      name === undefined
        ? "Den neuen Passkey hinzufügen?"
        : `\u2068${name}\u2069 zu Ihrem Konto hinzufügen?`,
    intro:
      "Verwenden Sie den Passkey, den Sie schon haben. Danach öffnen beide das Konto, in jedem Netzwerk.",
    action: "Passkey hinzufügen",
  },
  ownerAddAddress: {
    title: (who) => `Darf \u2068${who}\u2069 Ihnen beim Wiederherstellen helfen?`,
    control: (who) => `Darf \u2068${who}\u2069 Ihr Konto kontrollieren?`,
    intro: (who, wait) =>
      `Wenn Sie Ihren Passkey verlieren, kann \u2068${who}\u2069 Ihnen nach Ablauf der Frist (${wait}) wieder Zugang geben. Bis dahin können Sie es aufhalten.`,
    action: "Erlauben",
    giveControl: "Volle Kontrolle geben",
  },
  ownerRemove: {
    title: (name: string | undefined): string =>
      name === undefined
        ? "Diesen Passkey entfernen?"
        : `\u2068${name}\u2069 aus dem Konto entfernen?`,
    intro: "Der Zugang endet in jedem Netzwerk, sobald die Entfernung dort ankommt.",
    action: "Entfernen",
  },
  ownerFull: "Stattdessen sofort die volle Kontrolle geben",
  ownerAddressRisk: {
    title: "Wer ihren Schlüssel hat, kontrolliert Ihr Konto",
    body:
      "Fügen Sie nur eine Adresse hinzu, deren Schlüssel Sie selbst verwahren. Ihre Zustimmung braucht sie später nicht.",
  },
  ownerRemoveThis: "Passkey dieses Geräts entfernen?",
  ownerRemoveHere: {
    title: "Sie verlieren den Zugang auf diesem Gerät",
    body:
      "Der Passkey öffnet das Konto dann nicht mehr. Hinein kommen Sie dann mit einem anderen Passkey oder über eine Wiederherstellungsadresse.",
  },
  ownerLate: "Die Entfernung erreicht noch nicht jedes Netzwerk",
  ownerLateOn: "Gilt noch auf",
  ownerSoonOn: "In Minuten entfernt",
  ownerStillValid: "Noch nicht überall entfernt",
  ownerStillValidOn: (chains) =>
    `Die Entfernung erreicht ${chains} gerade nicht. Bis sie ankommt, gilt der Zugang dort weiter.`,
  ownersAhead: "In einem Netzwerk später noch geändert",
  ownersAheadOn: (chains) =>
    `Auf ${chains} gab es eine spätere Änderung, die hier nicht bekannt ist. Bestätigen Sie, dann gelten ` +
    "überall die hier gezeigten Besitzer; was dort geändert wurde, ändern Sie dann noch einmal.",
  ownersForked: "Andere Besitzer in einem Netzwerk",
  ownersForkedOn: (chains) =>
    `Auf ${chains} hat ein Besitzer das Konto ohne die anderen geändert. Bestätigen Sie, dann hat es ` +
    "überall wieder dieselben Besitzer.",
  ownerStays: "Behält Zugang",
  ownerStaysRecovery: "Kann wiederherstellen",
  ownersLost: "In einem Netzwerk nicht mehr Ihres",
  ownersLostOn: (chains) =>
    `Auf ${chains} hat dieses Konto andere Besitzer, und keiner davon gehört Ihnen. Nichts, was Sie ` +
    "hier unterschreiben, ändert das.",
  codeUnknown: "Unbekannter Code in einem Netzwerk",
  codeUnknownOn: (chains) =>
    `Auf ${chains} läuft dieses Konto mit Code, den Ihre Wallet nicht kennt. Diese Änderung gilt dort ` +
    "nicht; laden Sie diese Seite neu, um ihre neueste Fassung zu bekommen.",
  otherAddress: "Adresse wechseln",
  warnings: {
    unlimited_approval: () => ({
      title: "Zugriff ohne Grenze",
      body: "Jetzt und später kann alles von diesem Token genommen werden.",
    }),
    whole_approval: () => ({
      title: "Könnte alles von einem Token nehmen",
      body: "Alles oder fast alles, was Sie davon haben, kann genommen werden.",
    }),
    approval_for_all: () => ({
      title: "Zugriff auf die ganze Sammlung",
      body: "Jetzt und später kann jedes Stück dieser Sammlung genommen werden.",
    }),
    permit: () => ({
      title: "Diese Unterschrift erlaubt Zugriff",
      body: "Wer sie hat, kann Ihre Token ohne Rückfrage bewegen.",
    }),
    long_approval: () => ({
      title: "Gilt länger als ein Jahr",
      body:
        "Erlauben Sie das nur, wenn Sie der App so lange vertrauen. Oft steckt ein Fehler der App dahinter.",
    }),
    order_for_nothing: () => ({
      title: "Sie bekämen so gut wie nichts dafür",
      body:
        "Der Auftrag gibt her, was hier steht. Ob etwas von Wert zurückkommt, ist nicht sicher.",
    }),
    value_to_token: () => ({
      title: "Zahlung an den Vertrag eines Tokens",
      body:
        "Token zu senden oder freizugeben kostet nichts extra. Was Sie mitschicken, ist wohl verloren.",
    }),
    hands_over: (detail) => ({
      title: "Andere könnten dort für Sie handeln",
      body: detail === ""
        ? "Was Sie in einem Vertrag haben, kontrolliert danach jemand anders."
        : `Was Sie in einem Vertrag haben, kontrolliert danach ${detail}.`,
    }),
    moves_tokens: () => ({
      title: "Diese Unterschrift sendet Ihre Token",
      body: "Wer sie hat, kann die Überweisung ausführen, ohne Sie noch einmal zu fragen.",
    }),
    runs_calls: (detail) => ({
      title: "Diese Unterschrift führt etwas aus",
      body: detail === ""
        ? "Wer sie hat, kann das Aufgeführte in Ihrem Namen tun."
        : `Wer sie hat, kann das Aufgeführte mit dem tun, was ${detail} hält.`,
    }),
    other_account: (detail) => ({
      title: "Ändert oder benutzt ein Konto",
      body: detail === ""
        ? "Mit solchen Daten werden Konten geändert oder benutzt. Keine Website braucht diese Unterschrift."
        : `Die Daten ändern oder benutzen das Konto ${detail}. Keine Website braucht diese Unterschrift.`,
    }),
    acts_for_you: () => ({
      title: "Nennt Ihr Konto",
      body:
        "Ein Vertrag könnte diese Unterschrift als Ihren Auftrag werten, und der lässt sich hier nicht lesen.",
    }),
    for_contract: (detail) => ({
      title: "Nur ein Vertrag kann das lesen",
      body:
        `Der Vertrag ${detail} bestimmt, was Ihre Unterschrift bewirkt. Sie könnte alles hergeben.`,
    }),
    signs_hash: () => ({
      title: "Ein Hash, kein Text",
      body: "Er kann für alles stehen, auch für einen Auftrag, der alles hergibt.",
    }),
    sign_in_elsewhere: (detail) => ({
      title: "Sie sind auf einer anderen Website",
      body: `Vielleicht will sich jemand bei ${detail} als Sie anmelden.`,
    }),
    odd_data: () => ({
      title: "Ungewöhnliche Daten",
      body:
        "Eine bekannte Funktion, aber ungewöhnlich geschrieben. Gezeigt wird das Schlimmste, was sie tun kann.",
    }),
    unlimited_grant: (detail) => ({
      title: "Könnte alles von einem Token nehmen",
      body: `Die Grenze reicht für alles oder fast alles, was Sie an ${detail} haben.`,
    }),
    no_token: (detail) => ({
      title: "Unter dieser Adresse antwortet kein Token",
      body:
        `Was ${detail} ist und was diese Beträge wert sind, lässt sich nicht sagen. Erlauben Sie das nur, wenn Sie wissen, wozu.`,
    }),
    long_grant: () => ({
      title: "Gilt länger als ein Jahr",
      body: "Erlauben Sie das nur, wenn Sie daran denken werden. Sie können es jederzeit beenden.",
    }),
    endless_grant: () => ({
      title: "Endet nicht von selbst",
      body: "Es gilt länger, als Sie es brauchen werden. Setzen Sie ein früheres Ende.",
    }),
    unwatched_tokens: (detail) => ({
      title: "Weitere Token ohne Grenze",
      body: detail === ""
        ? "Sie haben oder erlaubten zu viele andere Token, um hier alle zu begrenzen."
        : `Diese Verträge könnten andere Token von Ihnen nehmen: ${detail}. Für sie gilt keine Grenze.`,
    }),
    unread_grant: (detail) => ({
      title: "Unklar, was aufgerufen werden darf",
      body:
        `Eine Funktion von ${detail} ist uns unbekannt. Die Grenzen gelten nicht für das, was dieser Vertrag für Sie hält oder später tut.`,
    }),
    new_spender: () => ({
      title: "Neu: Diese Adresse hatte noch nie Zugriff",
      body: "Prüfen Sie, ob die Website dieselbe Adresse nennt.",
    }),
    risky_grant: (detail) => ({
      title: "Andere könnten Ihre Token bewegen",
      body:
        `Eine Funktion von ${detail} bewegt Token oder gibt sie frei. Eine Grenze gilt hier nicht.`,
    }),
    unknown_function: () => ({
      title: "Unbekannte Funktion",
      body:
        "Wir können nicht sagen, was sie tut. Fahren Sie nur fort, wenn Sie der Website vertrauen.",
    }),
    partly_read: () => ({
      title: "Ein Teil dieser Aktion lässt sich nicht lesen",
      body:
        "Sie enthält weitere Schritte als Rohdaten. Fahren Sie nur fort, wenn Sie der Website vertrauen.",
    }),
    look_alike: (detail) => ({
      title: "Sieht aus wie eine bekannte Adresse, ist aber eine andere",
      body: detail === ""
        ? "Vergleichen Sie jedes Zeichen."
        : `Vergleichen Sie jedes Zeichen mit ${detail}`,
    }),
    hidden_characters: () => ({
      title: "Unsichtbare Zeichen",
      body: "Der Text enthält Zeichen, die man nicht sieht. Sie sind markiert.",
    }),
    not_text: () => ({
      title: "Kein Text",
      body: "Sie sollen für die Website Bytes unterschreiben, die sich nicht lesen lassen.",
    }),
    other_chain: (detail) => ({
      title: "Für ein anderes Netzwerk",
      body: detail === ""
        ? "Die Daten sind für ein anderes Netzwerk als das verwendete."
        : `Die Daten sind für das Netzwerk ${detail}, nicht für das verwendete.`,
    }),
    simulation_reverts: (detail) => ({
      title: "Das wird wohl scheitern",
      body: detail === "" ? "Die Simulation ist gescheitert." : `Die Simulation sagt: ${detail}`,
    }),
    simulation_unavailable: () => ({
      title: "Keine Schätzung",
      body: "Die Änderungen am Guthaben sind unbekannt. Was unten steht, stimmt trotzdem genau.",
    }),
    simulation_differs: () => ({
      title: "Das Ergebnis schwankt",
      body: "In einem zweiten Durchlauf ging mehr ab. Gezeigt wird das schlechtere Ergebnis.",
    }),
    gives_approval: (detail) => ({
      title: "Eine andere Adresse könnte Ihre Token nehmen",
      body: detail === ""
        ? "Der Name der Funktion sagt das nicht."
        : `Der Name der Funktion sagt das nicht. ${detail}`,
    }),
    not_bounded: (detail) => ({
      title: "Ein Token lässt sich nicht prüfen",
      body: `Davon könnte mehr abgehen als geschätzt: ${detail}`,
    }),
    may_be_sent: () => ({
      title: "Das wurde vielleicht schon gesendet",
      body: "Bestätigen Sie noch einmal, um es zu klären. Nichts wird doppelt gesendet.",
    }),
    passkey_not_backed_up: () => ({
      title: "Dieser Passkey ist nur auf diesem Gerät",
      body: "Geht es verloren, ist auch das Konto weg. Fügen Sie bald einen zweiten hinzu.",
    }),
  },
  causes: {
    unknown_bundle: {
      title: "Unbekannte Anfrage",
      body: "Ihre Wallet hat keine Anfrage mit dieser Kennung gesendet. Nichts hat sich geändert.",
    },
    user_rejected: { title: "Abgebrochen", body: "Nichts wurde unterschrieben oder gesendet." },
    passkey_cancelled: {
      title: "Passkey abgebrochen",
      body: "Nichts wurde unterschrieben oder gesendet.",
    },
    passkey_invalid: {
      title: "Passkey nicht akzeptiert",
      body:
        "Nichts wurde unterschrieben oder gesendet. Versuchen Sie es erneut oder mit einem anderen Passkey.",
    },
    passkey_exists: {
      title: "Hier gibt es schon einen Passkey",
      body:
        "Es wurde kein zweiter erstellt: Dieser öffnet das Konto. Für einen weiteren nehmen Sie ein anderes Gerät oder einen Sicherheitsschlüssel.",
    },
    passkey_wrong_site: {
      title: "Unter dieser Adresse funktionieren Passkeys nicht",
      body:
        "Nichts wurde erstellt oder unterschrieben. Der Passkey gehört zu einer anderen Adresse, die " +
        "diese nicht zulässt, oder dieser Browser kann hier nicht nach ihm fragen. Nehmen Sie einen " +
        "anderen Passkey oder Browser, oder geben Sie den Betreibern Bescheid.",
    },
    passkey_no_authenticator: {
      title: "Kein Speicherort für einen Passkey",
      body:
        "Es wurde nichts erstellt. Richten Sie eine Bildschirmsperre ein oder verwenden Sie ein Handy oder einen Sicherheitsschlüssel.",
    },
    passkey_failed: {
      title: "Der Passwortmanager hat abgelehnt",
      body:
        "Nichts wurde unterschrieben oder gesendet. Wenn es wieder scheitert, wählen Sie in den Einstellungen dieses Geräts einen anderen Passwortmanager oder verwenden Sie ein anderes Gerät.",
    },
    passkey_pending: {
      title: "Eine andere Passkey-Abfrage ist offen",
      body:
        "Nichts wurde unterschrieben oder gesendet. Schließen Sie sie ab oder brechen Sie sie ab und versuchen Sie es erneut.",
    },
    storage_full: {
      title: "Der Wallet-Dienst ist voll",
      body: "Nichts wurde gesendet. Versuchen Sie es später erneut.",
    },
    storage_down: {
      title: "Der Wallet-Dienst ist nicht bereit",
      body: "Versuchen Sie es gleich erneut.",
    },
    passkey_unsupported: {
      title: "Dieser Browser unterstützt hier keine Passkeys",
      body:
        "Öffnen Sie die Seite in einem aktuellen Browser, nicht in einer App. Nichts hat sich geändert.",
    },
    passkey_unknown: {
      title: "Kein Konto zu diesem Passkey",
      body:
        "Versuchen Sie einen anderen Passkey oder erstellen Sie ein Konto. Nichts hat sich geändert.",
    },
    wrong_passkey: {
      title: "Dieser Passkey gehört zu einem anderen Konto",
      body: "Nichts wurde gesendet. Verwenden Sie den Passkey des Kontos, das hier steht.",
    },
    service_down: {
      title: "Der Wallet-Dienst ist nicht erreichbar",
      body: "Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
    },
    host_unreachable: {
      title: "Die Wallet ist nicht erreichbar",
      body:
        "Nichts wurde unterschrieben oder gesendet. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
    },
    chain_down: {
      title: "Das Netzwerk ist nicht erreichbar",
      body: "Versuchen Sie es gleich erneut.",
    },
    chain_unknown: {
      title: "Netzwerk nicht unterstützt",
      body: "Nichts wurde gesendet. Die Website muss ein anderes Netzwerk verwenden.",
    },
    chain_unsupported: {
      title: "Netzwerk nicht unterstützt",
      body: "Nichts wurde gesendet. Die Website muss ein anderes Netzwerk verwenden.",
    },
    origin_not_allowed: {
      title: "Diese Website ist nicht registriert",
      body:
        "Ihre Adresse steht nicht auf der Liste ihres Projekts. Es ist nichts passiert. Geben Sie den Betreibern Bescheid.",
    },
    key_invalid: {
      title: "Diese Website ist nicht registriert",
      body:
        "Der Wallet-Dienst kennt ihren Schlüssel nicht. Es ist nichts passiert. Geben Sie den Betreibern Bescheid.",
    },
    limit_exceeded: {
      title: "Zu viele Anfragen",
      body: "Nichts wurde gesendet. Warten Sie kurz und versuchen Sie es erneut.",
    },
    simulation_reverts: {
      title: "Das würde scheitern",
      body:
        "Nichts wurde gesendet. Das Netzwerk würde es ablehnen; prüfen Sie Beträge und Guthaben.",
    },
    operation_refused: {
      title: "Vom Netzwerk abgelehnt",
      body:
        "Nichts wurde gesendet. Versuchen Sie es erneut; bleibt es dabei, geben Sie den Betreibern der Website Bescheid.",
    },
    sponsor_failed: {
      title: "Der Sponsor hat nicht gezahlt",
      body: "Nichts wurde gesendet. Versuchen Sie es erneut oder zahlen Sie die Gebühr selbst.",
    },
    quote_changed: {
      title: "Die Beträge haben sich geändert",
      body: "Nichts wurde unterschrieben. Prüfen Sie die neuen Beträge und bestätigen Sie erneut.",
    },
    not_ready: {
      title: "Noch nicht bereit",
      body: "Nichts wurde unterschrieben. Warten Sie, bis alle Beträge da sind.",
    },
    service_mismatch: {
      title: "Der Wallet-Dienst hat etwas anderes vorbereitet",
      body:
        "Nichts wurde unterschrieben. Brechen Sie ab und geben Sie den Betreibern der Website Bescheid.",
    },
    insufficient_funds: {
      title: "Nicht genug Guthaben",
      body: "Nichts wurde gesendet. Laden Sie das Konto auf oder senden Sie weniger.",
    },
    code_unknown: {
      title: "Ihr Konto läuft mit unbekanntem Code",
      body:
        "Nichts wurde unterschrieben. Laden Sie diese Seite neu, um ihre neueste Fassung zu bekommen. Sehen Sie das dann immer noch, wurde der Code des Kontos in diesem Netzwerk vielleicht ausgetauscht: Senden Sie dort nichts mehr an das Konto. In anderen Netzwerken können Sie es weiter verwenden.",
    },
    owner_is_contract: {
      title: "Diese Adresse ist ein Vertrag",
      body:
        "Es wurde nichts geändert. In einem anderen Netzwerk kann dieselbe Adresse jemand anderem gehören, der dann dort Ihr Konto besitzt. Verwenden Sie die Adresse einer Wallet mit eigenem Schlüssel, keine Smart Wallet.",
    },
    permission_unknown: {
      title: "Unbekannte Berechtigung",
      body:
        "Dieses Konto hat keine Berechtigung mit dieser Kennung erteilt. Nichts hat sich geändert.",
    },
    name_taken: {
      title: "Dieser Name ist vergeben",
      body:
        "Es wurde nichts gespeichert. Er ist vergeben oder einem vergebenen zu ähnlich. Suchen Sie einen anderen aus.",
    },
    bundle_too_large: {
      title: "Zu viele Aktionen auf einmal",
      body: "Nichts wurde gesendet. Die Website muss sie aufteilen.",
    },
    duplicate_id: {
      title: "Schon gesendet",
      body: "Diese Aktionen wurden schon gesendet. Nichts wurde noch einmal gesendet.",
    },
  },
  cancelledInApp: {
    title: "Passkey abgebrochen",
    body:
      "Nichts wurde unterschrieben oder gesendet. Wurde gar nicht nach dem Passkey gefragt, erlaubt die App, die diese Seite anzeigt, vielleicht keine Passkeys: Öffnen Sie die Seite im Browser.",
  },
  cancelledAgain: {
    title: "Passkey abgebrochen",
    body:
      "Nichts wurde unterschrieben oder gesendet. Wurde gar nicht nach dem Passkey gefragt, richten Sie auf diesem Gerät eine Bildschirmsperre ein oder verwenden Sie ein anderes Gerät.",
  },
  otherCause: {
    title: "Das hat nicht geklappt",
    body: "Sehen Sie im Verlauf nach, bevor Sie es erneut versuchen.",
  },
  screens: {
    ending: {
      ends: "Was damit erlaubt wurde, endet auch",
      none: "Damit wurde nichts erlaubt, das noch gilt.",
      unknown: "Die Liste ließ sich nicht laden. Alles davon endet trotzdem.",
      standing: "Token-Freigaben, die bleiben",
      approvalsUnknown: "Die Liste ließ sich nicht laden.",
      endThem: "Danach beenden, mit einer Bestätigung je Netzwerk",
      approvals:
        "Das Netzwerk weiß nicht, welcher Passkey eine Freigabe erteilt hat. Das Entfernen beendet keine davon.",
    },
    grant: {
      spend: (app, limits) => `${app} darf ${limits} ausgeben`,
      limit: (amount, period, again) => `${again ? "" : "bis zu "}${amount} ${period}`,
      stop: (app, limits) => `Ausgaben von ${app} beenden (${limits})`,
      stopAll: (app) => `Zugriff von ${app} beenden`,
      units: (figure, token) => `${figure} kleinste Einheiten von ${token}`,
      everything: (symbol) => `alle Ihre ${symbol}`,
      most: (app, limits, end = "", all = "") =>
        `${app} kann ${end === "" ? "unbefristet" : `bis ${end}`} ` +
        `${
          limits === ""
            ? "nichts ausgeben, aber die Funktionen unten aufrufen"
            : `${limits} ausgeben`
        }` +
        `${all === "" ? "." : `; insgesamt höchstens ${all}.`}`,
      agent: (name) => `„${name}“ (Agent)`,
      quoted: (words) => `„${words}“`,
      agentName: "Name",
      purpose: "Wofür",
      hosts: "Will nur bezahlen",
      hostsHint: "Das verspricht der Agent. Ihr Konto prüft es nicht.",
      linkSays: "Angabe des Links",
      linkHint:
        "Das kam über einen Link, und den kann jeder erstellen. Erlauben Sie nur, worum Sie gebeten haben.",
      less: "Grenzen ändern",
      lessHint: "Sie können Beträge und Dauer verringern. Die App erfährt, was Sie erlaubt haben.",
      tooMuch: (most) => `Mehr als 0 und höchstens ${most}.`,
      tooLate: "Frühestens morgen und nicht später als angefragt.",
    },
    party: {
      first: "Zum ersten Mal",
      times: (count, shown) => count === 1 ? "Einmal gesendet" : `${shown}-mal gesendet`,
    },
    permission: {
      word: (position) => `Datenwort ${position}`,
      kinds: {
        equal: "genau",
        atMost: "höchstens",
        oneOf: "eins von",
        account: "Ihr Konto",
        spender: "wer ausgeben darf",
      },
      untouched: "Davon darf nichts abgehen",
    },
    reading: {
      allows: "Andere können später nehmen",
      suffix: "Kennung der Website",
      suffixHint:
        "Die Website hängt diese Bytes an, um ihre Vorgänge zu zählen. Sonst ändern sie nichts.",
      everything: "Alles",
      collection: "Jedes Stück dieser Sammlung",
      control: "Was Sie in diesem Vertrag kontrollieren",
      heldBy: "Gehalten von",
      inAll: "Insgesamt höchstens",
      inside: "Das dürfen andere dann tun",
      trade: (given, got) => `${given} gegen mindestens ${got} tauschen`,
      collectibles: (count, shown) => count === 1 ? "1 Sammlerstück" : `${shown} Sammlerstücke`,
      unknownTokens: (count, shown) =>
        count === 1 ? "einen unbekannten Token" : `${shown} unbekannte Token`,
      moreTokens: (count, shown) => count === 1 ? "1 weiteren Token" : `${shown} weitere Token`,
      handOver: "Kontrolle über einen Vertrag abgeben",
      othersGive: (amounts) => `Ein anderes Konto gibt höchstens ${amounts}`,
      othersAllow: (amounts) => `Ein anderes Konto erlaubt Zugriff auf ${amounts}`,
      allOfTheirs: (symbol) => `alle seine ${symbol}`,
      gain: (amounts) => `${amounts} erhalten`,
      expectGet: (amounts) => `Erwartet: Sie erhalten ${amounts}`,
      expectGive: (amounts) => `Erwartet: Sie geben ${amounts}`,
      expectBoth: (given, got) => `Erwartet: −${given}, +${got}`,
      expectSome: (_, shown) => `Erwartet: ${shown} Änderungen am Guthaben`,
      endMore: (amounts) => `Erwartet: am Ende ${amounts} mehr`,
      alsoExpected: (changes) => ({
        title: "Nicht gelistete Werte kämen an",
        body: `${changes}. So etwas kann jeder erzeugen, unter jedem Namen.`,
      }),
      named: "An",
      signInFor: (domain) => `Diese Anmeldung ist für ${domain}`,
      signInTitle: (domain) => `Bei ${domain} anmelden`,
      signInIntro: "Die Anmeldung kostet nichts und bewegt kein Geld.",
      signIn: "Anmelden",
      consent: (domain) => `Ich möchte mich von dieser Website aus bei ${domain} anmelden`,
      signAnyway: "Trotzdem unterschreiben",
    },
    recovery: {
      alarm: (when, name) => ({
        title: name === undefined
          ? "Jemand stellt dieses Konto wieder her"
          : `Jemand stellt ${name} wieder her`,
        body: `Das gilt ${when}. Waren Sie das nicht?`,
      }),
      more: "Weitere Optionen",
      helps:
        "Das hilft, wenn Sie Ihre Passkeys verlieren oder der Schlüssel dieser Adresse in falsche Hände kommt. Es hilft nicht gegen Diebe, die einen Ihrer Passkeys haben.",
      waits: "Wartezeit",
      shorter: (before) => `Kürzer als bisher: Das gilt erst nach der alten Frist (${before}).`,
      stop: {
        title: "Diese Wiederherstellung aufhalten?",
        intro: "Wer sie begonnen hat, bekommt keinen Zugang. Ihre Passkeys gelten weiter.",
        action: "Stoppen",
        keep: "Laufen lassen",
      },
      mine: "Das bin ich",
      startedBy: "Begonnen von",
      takesEffect: "Gilt ab",
      networks: "Netzwerke",
      remove: "Diese Adresse auch entfernen",
      stays:
        "Sonst kann sie eine weitere Wiederherstellung beginnen, wieder mit Wartezeit. Entfernen Sie sie, wenn Sie nicht wissen, wer sie hat.",
      blocked:
        "Sie hat mehrere Wiederherstellungen begonnen. Eine weitere kann sie erst beginnen, wenn sich ändert, was Ihr Konto öffnet. Entfernen Sie sie, wenn Sie nicht wissen, wer sie hat.",
      removed:
        "Sie kann nichts mehr wiederherstellen. Fügen Sie danach eine andere hinzu, falls Sie Ihre Passkeys verlieren.",
      late: (chains) => ({
        title: "Das hält sie nicht überall auf",
        body:
          `Der Wallet-Dienst erreicht ${chains} nicht. Halten Sie sie dort mit der Rettungsseite auf.`,
      }),
    },
    signIn: {
      until: (time) => `Angemeldet bis höchstens ${time}`,
      from: (time) => `Gilt ab ${time}`,
      resources: "Die Website nennt diese Adressen",
      acts: "Damit kann die Website anderswo für Sie handeln",
      request: "Anfrage",
    },
    status: {
      title: "Status",
      id: "Anfrage",
      transaction: "Transaktion",
      reason: "Grund",
      time: "Bestätigt",
      causes: {
        balance: "Ein Guthaben reichte nicht.",
        allowance: "Eine Freigabe reichte nicht.",
        price: "Der Preis hat sich zu stark geändert.",
        other: "Ein Vertrag hat abgelehnt.",
      },
      seeTransaction: "Im Explorer ansehen",
      notYet: "Noch nicht im Netzwerk",
      longer: "Das dauert länger als sonst. Sie können schließen; es läuft ohne Sie weiter.",
      unread: {
        title: "Noch keine Antwort",
        body:
          "Vielleicht ist alles ausgeführt. Sehen Sie noch einmal nach, bevor Sie es wiederholen.",
      },
      sent: (amount, who) => `${amount} an ${who} gesendet.`,
      received: (amount, who) => `${amount} von ${who} erhalten.`,
      sentLabel: "Gesendet",
      receivedLabel: "Erhalten",
      notAll: "Zahlungen in der Währung des Netzwerks und Sammlerstücke sind nicht aufgeführt.",
      more: (count, shown) =>
        count === 1
          ? "1 weitere Überweisung steht in den Details."
          : `${shown} weitere Überweisungen stehen in den Details.`,
      statuses: {
        100: {
          title: "Unterwegs",
          body: "Das dauert ein paar Sekunden. Sie können schließen.",
        },
        200: { title: "Erledigt", body: "Alles wurde ausgeführt." },
        400: {
          title: "Nicht gesendet",
          body: "Es hat das Netzwerk nie erreicht. Nichts hat sich geändert.",
        },
        500: {
          title: "Fehlgeschlagen",
          body: "Alles wurde rückgängig gemacht. Eine Gebühr kann angefallen sein.",
        },
      },
    },
    success: {
      connected: "Verbunden",
      created: "Konto erstellt",
      sent: (amounts) => `${amounts} gesendet`,
      arriving: (amounts) => `${amounts} unterwegs`,
      signed: "Unterschrieben",
      allowed: "Erlaubt",
      removed: "Zugriff entfernt",
      added: "Hinzugefügt",
      saved: "Erledigt",
    },
    upgrade: {
      title: "Dieses Konto aktualisieren?",
      intro:
        "Die neuesten Funktionen und Korrekturen von den Machern Ihrer Wallet. Adresse, Guthaben, Passkeys und Zugriffe bleiben gleich.",
      action: "Aktualisieren",
      code: "Neuer Code",
      noWayBack: (chain) => `Nur auf ${chain}, und ohne Weg zurück.`,
      createTitle: (chain) => `Ihr Konto auf ${chain} erstellen?`,
      createIntro:
        "Dasselbe Konto, dieselbe Adresse. Ihre jetzigen Passkeys und Wiederherstellungsadressen gelten auch dort, entfernte nicht.",
      createAction: "Dort erstellen",
    },
    watchAsset: {
      title: (symbol) =>
        symbol === undefined
          ? "Diesen Token in Ihrer Wallet anzeigen?"
          : `${symbol} in Ihrer Wallet anzeigen?`,
      intro: "Nichts wird gesendet oder erlaubt.",
      action: "Token anzeigen",
      balance: "Ihr Guthaben",
      unknown: "Unbekannt",
      differs: {
        title: "Die Website beschreibt einen anderen Token",
        body:
          "Symbol oder Nachkommastellen stimmen nicht mit diesem Vertrag überein; hier steht, was er selbst angibt. Vergleichen Sie die Adresse, bevor Sie ihm trauen.",
      },
      none: {
        title: "Kein Token an dieser Adresse",
        body: "In diesem Netzwerk antwortet dort kein ERC-20-Vertrag. Es wurde nichts hinzugefügt.",
      },
    },
  },
};
