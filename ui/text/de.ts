/** German. @module */
import type { Text } from "./text.ts";

/** The German table. */
export const de: Text = {
  language: "de",
  dir: "ltr",
  close: "Schließen",
  cancel: "Abbrechen",
  back: "Zurück",
  retry: "Noch einmal",
  done: "Fertig",
  loading: "Wird geladen …",
  copy: "Kopieren",
  copied: "Kopiert",
  details: "Einzelheiten",
  showAll: (count) => `Alle ${count} anzeigen`,
  showLess: "Weniger anzeigen",
  usePasskey: "Passkey benutzen …",
  usePasskeyHint: "Der Browser fragt nach Fingerabdruck, Gesicht oder Geräte-PIN.",
  sending: "Wird gesendet …",
  stillWorking: "Noch in Arbeit …",
  covered: {
    title: "Die Seite verdeckt den Dialog",
    body: "Bis er ganz zu sehen ist, lässt sich nichts bestätigen.",
  },
  openWindow: "Im Fenster öffnen",
  balances: "Guthaben",
  noBalances: "Dieses Konto hält noch nichts.",
  disconnect: "Trennen",
  manage: "In der Wallet verwalten",
  offline: {
    title: "Sie sind offline",
    body: "Sobald dieses Gerät wieder verbunden ist, geht es von selbst weiter.",
  },
  offlineFailure: {
    title: "Sie sind offline",
    body: "Verbinden Sie dieses Gerät mit einem Netz und versuchen Sie es noch einmal.",
  },
  slow: {
    title: "Es dauert länger als sonst",
    body: "Noch gibt es keine Antwort. Sie können warten oder schließen.",
  },
  slowRefresh: {
    title: "Neuere Zahlen brauchen länger als sonst",
    body:
      "Sie können nach dem gehen, was hier steht, oder warten. Abgelaufene Zahlen werden nie unterschrieben.",
  },
  wait: "Einen Moment",
  account: "Konto",
  network: "Netz",
  testNetwork: "Testnetz",
  step: (step, steps) => `Schritt ${step} von ${steps}`,
  siteSays: "Die Seite sagt",
  insecureOrigin: "Diese Verbindung ist nicht verschlüsselt.",
  nextStep: "Was Sie tun können",
  technical: "Technische Einzelheiten",
  fingerprints: "Fingerabdrücke",
  fingerprintsHint:
    "Vergleichen Sie alle Zeichen mit dem, was ein anderes Gerät oder Werkzeug errechnet.",
  connectTitle: (app) => `Mit ${app} verbinden`,
  connectIntro: "Ein Passkey sichert Ihr Konto. Ohne Passwort, ohne Erweiterung.",
  connectKnown: "Wählen Sie das Konto für diese Seite.",
  accountName: "Name des Kontos",
  accountNameHint: "Nur Sie sehen ihn, in der Liste Ihrer Passkeys.",
  defaultAccountName: "Mein Konto",
  create: "Konto mit Passkey anlegen",
  createOther: "Neues Konto anlegen",
  existing: "Vorhandenen Passkey benutzen",
  existingOther: "Anderen Passkey benutzen",
  againTitle: "Benutzen Sie Ihren Passkey noch einmal",
  againIntro:
    "Der Wallet-Dienst erinnert sich nicht an diesen Passkey. Mit einer zweiten Benutzung wird Ihr Konto im Netzwerk selbst gefunden.",
  againAction: "Passkey noch einmal benutzen",
  continueAs: (name) => `Weiter als ${name}`,
  signInTo: (domain) => `Sie melden sich zugleich bei ${domain} an`,
  passkeyPromise: "Ihr Passkey bleibt bei Ihnen. Kein Server hat ihn.",
  unsupported: {
    title: "Passkeys gehen hier nicht",
    body:
      "Dieser Browser, oder die App, die diese Seite zeigt, kann sie nicht benutzen. Es wurde nichts angelegt.",
  },
  unsupportedInsecure:
    "Sie brauchen eine verschlüsselte Verbindung, und diese Seite hat keine. Es wurde nichts angelegt. Sagen Sie es den Betreibern der Seite.",
  unsupportedOpen:
    "Öffnen Sie die Seite im Browser Ihres Geräts, etwa Safari, Chrome, Edge oder Firefox. Apps haben dafür oft „Im Browser öffnen“ im Menü; oder Sie kopieren die Adresse und fügen sie dort ein.",
  pageAddress: "Adresse der Seite",
  nameTitle: "Einen Namen wählen",
  nameIntro: (app) =>
    `${app} gibt Ihnen einen Namen, der zu Ihrem Konto führt. Alle können sehen, wohin er führt.`,
  nameLabel: "Ihr Name",
  nameClaim: (name) => `${name} nehmen`,
  nameClaimNone: "Diesen Namen nehmen",
  nameSkip: "Ohne Namen weiter",
  nameDone: (name) => `${name} gehört Ihnen.`,
  nameRecords: "Die Seite fügt hinzu, für alle lesbar",
  nameStates: {
    empty: "3 bis 63 Buchstaben, Ziffern oder Bindestriche.",
    checking: "Es wird nachgesehen, ob er frei ist…",
    slow: "Es wird noch nachgesehen…",
    offline:
      "Das lässt sich gerade nicht nachsehen. Prüfen Sie das Netz; Weitertippen versucht es neu.",
    free: "Er ist frei.",
    taken: "Diesen Namen hat schon jemand.",
    similar: "Er gleicht zu sehr einem Namen, den schon jemand hat.",
    reserved: "Dieser Name wird nicht vergeben.",
    short: "Ein Name hat mindestens 3 Zeichen.",
    long: "Ein Name hat höchstens 63 Zeichen.",
    dot: "Ein Name hat keine Punkte.",
    characters: "Diese Zeichen können in einem Namen nicht zusammen stehen.",
  },
  send: (amounts) => `${amounts} senden`,
  give: (amount) => `Sie geben höchstens ${amount}`,
  sendTo: "An",
  allow: (amount) => `Ausgabe von ${amount} erlauben`,
  allowAll: (symbol) => `Ausgabe aller ${symbol} erlauben`,
  sendUnknown: "Unbekannten Token senden",
  allowUnknown: "Ausgabe eines unbekannten Tokens erlauben",
  allowTo: "Berechtigt",
  allowCollection: "Zugriff auf eine ganze Sammlung erlauben",
  callFunction: (name) => `${name} aufrufen`,
  callContract: "Vertrag aufrufen",
  sendItem: "Stücke einer Sammlung senden",
  describedByWallet: "Dieses Wallet kennt den Vertrag. Die Bezeichnungen sind englisch.",
  describedBy: (origin) => `Beschrieben von ${origin}`,
  describedHint: "Eigene Worte der Seite über ihren Vertrag. Niemand hat sie geprüft.",
  describedByConvention:
    "Was eine Funktion dieses Namens üblicherweise tut. Dieser Vertrag ist nicht bekannt.",
  thisContract: "dieser Vertrag selbst",
  stepsInside: (count, shown) => count === 1 ? "1 Schritt darin" : `${shown} Schritte darin`,
  stepsThrough: (contract) =>
    `Das tut ${contract}, nicht Ihr Konto. Bewegt oder erlaubt wird, was diesem Vertrag gehört.`,
  stepsUnread: (count, shown) =>
    count === 1
      ? "1 weiterer Schritt wurde nicht angesehen."
      : `${shown} weitere Schritte wurden nicht angesehen.`,
  through: (contract, title) => `Über ${contract}: ${title}`,
  mayFail: "Er kann scheitern; die anderen Schritte geschehen trotzdem.",
  function: "Funktion",
  yourAccount: "Ihr Konto",
  item: (id) => `Nr. ${id}`,
  yes: "Ja",
  no: "Nein",
  actions: (count, shown) => count === 1 ? "1 Aktion" : `${shown} Aktionen`,
  confirm: "Bestätigen",
  confirmActions: (count, shown) =>
    count === 1 ? "1 Aktion bestätigen" : `${shown} Aktionen bestätigen`,
  to: "An",
  spender: "Berechtigt",
  contract: "Vertrag",
  value: "Betrag",
  data: "Daten",
  bytes: (count) => `${count} Byte`,
  expected: "Erwartete Änderungen",
  expectedHint: "Simuliert, kann abweichen",
  noChanges: "Keine Änderung der Guthaben erwartet",
  unlisted: "nicht gelistet",
  leavesAtMost: "Höchstens geht ab",
  checkedByAccount: "Von Ihrem Konto geprüft",
  notBounded: "Ungeprüft",
  fee: "Netzgebühr",
  feeFree: "Für Sie kostenlos",
  paidBy: (sponsor) => `Bezahlt von ${sponsor}`,
  paidByUser: "Es zahlt, wer sie nutzt.",
  feeMaximum: (amount) => `Höchstens ${amount}`,
  feeExpected: (amount) => `etwa ${amount}`,
  feeBalance: (amount) => `Guthaben ${amount}`,
  feeTakenBy: (domain) => `Eingezogen von ${domain}`,
  feeLoading: "Die Gebühr wird ermittelt …",
  feeChoice: (symbol) => `Gebühr in ${symbol} zahlen oder anders wählen`,
  feeChoose: "Worin die Gebühr bezahlt wird",
  feeObstacle: {
    balance: "Zu wenig für diese Gebühr",
    limit: "Die Gebühr ist zu hoch, um sie so zu zahlen",
    unavailable: "Für diese Anfrage gerade nicht möglich",
  },
  sponsorFailed: "Der Sponsor hat nicht gezahlt",
  sponsorFailedHint: (amount) =>
    `Die Seite wollte die Netzgebühr übernehmen, aber ihr Sponsor hat abgelehnt. Sie können sie ` +
    `selbst zahlen: höchstens ${amount}.`,
  payMyself: (amount) => `Ich zahle die Gebühr selbst, höchstens ${amount}`,
  payAndConfirm: "Gebühr zahlen und bestätigen",
  notEnough: (symbol) => `Zu wenig ${symbol} für die Gebühr`,
  notEnoughHint: (need, have) => `Bis zu ${need} können nötig sein; das Konto hat ${have}.`,
  describeShortage: (symbol) => `Zu wenig ${symbol}`,
  missing: (amount) => `Bis zu ${amount} fehlen.`,
  receiveAt: (network) => `Ihre Adresse, nur für Guthaben im Netz ${network}`,
  unlimited: "Unbegrenzt",
  signTitle: "Nachricht unterschreiben",
  signIntro: "Das kostet nichts und bewegt von sich aus kein Geld. Unterschreiben Sie nur, was " +
    "Sie verstehen.",
  sign: "Unterschreiben",
  message: "Nachricht",
  showBytes: "Bytes anzeigen",
  typedTitle: (type) => `${type} unterschreiben`,
  typedIntro: "Mit unterschriebenen Daten können andere für Sie handeln. Prüfen Sie die Werte.",
  permitTitle: "Ausgaben erlauben",
  orderTitle: (exchange) => `Auftrag bei ${exchange}`,
  youGive: "Sie geben höchstens",
  youGet: "Sie erhalten mindestens",
  orderOpen: "Der Auftrag überlässt es anderen",
  orders: (count, shown) =>
    count === 1 ? "1 Auftrag" : `${shown} Aufträge, jeder kann allein angenommen werden`,
  orderNumber: (number) => `Auftrag ${number}`,
  ordersEmpty: (count, shown) =>
    count === 1
      ? "1 leerer Platz des Baums ist weggelassen."
      : `${shown} leere Plätze des Baums sind weggelassen.`,
  nothing: "Nichts",
  anyItem: "Ein beliebiges Stück der Sammlung",
  more: (count) => `und ${count} weitere`,
  token: "Token",
  amount: "Betrag",
  smallestUnit: "in der kleinsten Einheit",
  validUntil: "Gültig bis",
  domain: "Ausgestellt für",
  verifyingContract: "Vertrag",
  items: (count, shown) => count === 1 ? "1 Eintrag" : `${shown} Einträge`,
  empty: "leer",
  wholeValue: "Ganzer Wert",
  hiddenMark: (code) => `verborgenes Zeichen ${code}`,
  grantTitle: "Begrenzte Rechte geben",
  grantSigned: "Sie unterschreiben jetzt; auf die Chain kommt sie mit der ersten Nutzung.",
  grantIntro:
    "Der Berechtigte kann sie ohne weitere Frage nutzen. Sie können sie jederzeit zurücknehmen.",
  grantAction: "Rechte geben",
  revokeTitle: "Rechte zurücknehmen",
  revokeIntro: "Der Berechtigte verliert sie sofort und endgültig.",
  revokeAction: "Zurücknehmen",
  revokeAllTitle: "Alle Rechte zurücknehmen",
  revokeAllIntro:
    "Alle Berechtigten verlieren ihre Rechte sofort und endgültig, auch solche, die unterschrieben und noch nicht genutzt wurden.",
  revokeAllAction: "Alle zurücknehmen",
  permissionId: "Berechtigung",
  maySpend: "Darf ausgeben",
  mayCall: "Darf aufrufen",
  onlyTransfers: "Nur Überweisungen dessen, was oben steht.",
  validFrom: "Gültig ab",
  upTo: (amount) => `Bis zu ${amount}`,
  remaining: (amount) => `noch ${amount} in diesem Zeitraum`,
  everySome: (duration) => `je ${duration}`,
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
  passkeyNameHint: "Telefon, Sicherheitsschlüssel …",
  passkeyHere: (name) => `${name} (dieses Gerät)`,
  addPasskeyTitle: "Weiteren Passkey hinzufügen",
  addPasskeyIntro:
    "Er öffnet dasselbe Konto, auf einem anderen Gerät oder von einem Sicherheitsschlüssel. Sie legen ihn jetzt an und bestätigen dann mit dem Passkey, den Sie haben.",
  addPasskeyOffer:
    "Ihr Passkey ist nur auf diesem Gerät. Geht das Gerät verloren, ist auch das Konto verloren. Ein zweiter Passkey auf einem anderen Gerät oder Sicherheitsschlüssel schützt davor.",
  addPasskeyAction: "Passkey anlegen",
  ownerAddPasskey: {
    title: "Neuen Passkey bestätigen",
    intro: "Nutzen Sie den bisherigen Passkey. Danach öffnen beide das Konto, in jedem Netzwerk.",
    action: "Passkey hinzufügen",
  },
  ownerAddAddress: {
    title: "Adresse zur Wiederherstellung hinzufügen",
    intro: "Damit bekommen Sie das Konto zurück, wenn Ihre Passkeys verloren sind.",
    action: "Adresse hinzufügen",
  },
  ownerRemove: {
    title: "Vom Konto entfernen",
    intro: "Das Konto ist dafür in jedem Netzwerk verloren, sobald die Entfernung dort ankommt.",
    action: "Entfernen",
  },
  ownerFull: "Ihr stattdessen das ganze Konto geben, sofort",
  ownerAddressRisk: {
    title: "Wer ihren Schlüssel hat, hat Ihr Konto",
    body:
      "Fügen Sie nur eine Adresse hinzu, deren Schlüssel Sie selbst verwahren. Später braucht sie keine Zustimmung mehr.",
  },
  ownerRemoveHere: {
    title: "Das ist der Passkey dieses Geräts",
    body: "Sie können das Konto hier danach nicht mehr nutzen.",
  },
  ownerStillValid: "Nicht überall sofort entfernt",
  ownerStillValidOn: (chains) =>
    `Nach ${chains} bringt die Entfernung zurzeit niemand. Bis dahin gilt er dort weiter.`,
  ownersAhead: "In einem Netzwerk später noch geändert",
  ownersAheadOn: (chains) =>
    `In ${chains} gab es eine spätere Änderung, die hier nicht bekannt ist. Bestätigen Sie, dann gelten ` +
    "überall die hier gezeigten Besitzer; was dort geändert wurde, ändern Sie bitte noch einmal.",
  ownersForked: "Andere Besitzer in einem Netzwerk",
  ownersForkedOn: (chains) =>
    `In ${chains} hat ein Besitzer das Konto ohne die anderen geändert. Bestätigen Sie, dann hat es ` +
    "überall wieder dieselben Besitzer.",
  ownersLost: "In einem Netzwerk nicht mehr Ihres",
  ownersLostOn: (chains) =>
    `In ${chains} hat dieses Konto andere Besitzer, und keiner davon gehört Ihnen. Nichts, was Sie ` +
    "hier signieren, ändert das.",
  codeUnknown: "Unbekannter Code in einem Netzwerk",
  codeUnknownOn: (chains) =>
    `In ${chains} läuft dieses Konto mit Code, den diese Wallet nicht kennt. Die Änderung gilt dort ` +
    "nicht; laden Sie die neueste Fassung dieser Seite.",
  warnings: {
    unlimited_approval: () => ({
      title: "Unbegrenzte Ausgaben",
      body: "Der Berechtigte könnte jetzt und später alles von diesem Token abheben.",
    }),
    approval_for_all: () => ({
      title: "Zugriff auf eine ganze Sammlung",
      body: "Der Berechtigte könnte jetzt und später jedes Stück dieser Sammlung nehmen.",
    }),
    permit: () => ({
      title: "Diese Unterschrift erlaubt Ausgaben",
      body: "Wer sie hat, kann Ihre Token ohne weitere Frage bewegen.",
    }),
    order_for_nothing: () => ({
      title: "Sie bekämen nichts dafür",
      body:
        "Der Auftrag gibt her, was aufgeführt ist, und auf Ihr Konto kommt nichts, das sicher ist.",
    }),
    value_to_token: () => ({
      title: "Zahlung an den Vertrag eines Tokens",
      body:
        "Token zu senden oder freizugeben kostet keine Zahlung. Was mitgeschickt wird, wäre wohl verloren.",
    }),
    hands_over: (detail) => ({
      title: "Andere könnten dort für Sie handeln",
      body: detail === ""
        ? "Ihre Rechte in einem Vertrag gehen an jemand anderen."
        : `Ihre Rechte in einem Vertrag gehen an ${detail}.`,
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
        ? "Mit solchen Daten werden Konten geändert oder benutzt. Keine Seite braucht diese Unterschrift."
        : `Die Daten ändern oder benutzen das Konto ${detail}. Keine Seite braucht diese Unterschrift.`,
    }),
    acts_for_you: () => ({
      title: "Das nennt Ihr Konto",
      body:
        "Ein Vertrag kann diese Unterschrift als Ihren Auftrag nehmen, und hier ist er nicht lesbar.",
    }),
    signs_hash: () => ({
      title: "Ein Hash, kein Text",
      body: "Er kann für alles stehen, auch für einen Auftrag, der alles hergibt.",
    }),
    sign_in_elsewhere: (detail) => ({
      title: `Diese Anmeldung gilt für ${detail}`,
      body:
        "Das ist nicht die Seite, auf der Sie sind. Vielleicht will sich dort jemand als Sie anmelden.",
    }),
    odd_data: () => ({
      title: "Ungewöhnliche Daten",
      body:
        "Eine bekannte Funktion, aber anders geschrieben als üblich. Gezeigt wird das Schlimmste, " +
        "das sie tun kann.",
    }),
    unlimited_grant: (detail) => ({
      title: "Könnte alles von einem Token nehmen",
      body: `Die Grenze ist nicht kleiner als das Guthaben des Kontos von ${detail}.`,
    }),
    long_grant: () => ({
      title: "Gilt länger als ein Jahr",
      body: "Erlauben Sie das nur, wenn Sie daran denken werden. Sie können es jederzeit beenden.",
    }),
    risky_grant: (detail) => ({
      title: "Lässt andere Ihre Token weitergeben",
      body: `Eine Funktion von ${detail} bewegt Token oder gibt sie frei, hier ohne Grenze.`,
    }),
    unknown_function: () => ({
      title: "Diese Aktion ist nicht lesbar",
      body: "Die Funktion ist hier unbekannt. Fahren Sie nur fort, wenn Sie der Seite vertrauen.",
    }),
    partly_read: () => ({
      title: "Ein Teil dieser Aktion ist nicht lesbar",
      body:
        "Sie enthält weitere Schritte als bloße Daten. Fahren Sie nur fort, wenn Sie der Seite vertrauen.",
    }),
    look_alike: (detail) => ({
      title: "Sieht aus wie eine bekannte Adresse, ist aber eine andere",
      body: detail === "" ? "Vergleichen Sie jedes Zeichen." : `Vergleichen Sie mit ${detail}`,
    }),
    hidden_characters: () => ({
      title: "Verborgene Zeichen",
      body: "Der Text hat Zeichen, die man nicht sieht. Sie sind unten markiert.",
    }),
    not_text: () => ({
      title: "Kein Text",
      body: "Die Seite will eine Unterschrift unter Bytes, die man nicht lesen kann.",
    }),
    other_chain: (detail) => ({
      title: "Für ein anderes Netz",
      body: detail === ""
        ? "Die Daten nennen ein anderes Netz als das benutzte."
        : `Die Daten nennen das Netz ${detail}, nicht das benutzte.`,
    }),
    simulation_reverts: (detail) => ({
      title: "Das würde wohl scheitern",
      body: detail === "" ? "Die Simulation ist gescheitert." : `Die Simulation sagt: ${detail}`,
    }),
    simulation_unavailable: () => ({
      title: "Keine Simulation",
      body: "Die erwarteten Änderungen sind unbekannt. Was unten steht, ist trotzdem genau.",
    }),
    simulation_differs: () => ({
      title: "Das Ergebnis hängt von der Umgebung ab",
      body: "In einem zweiten Durchlauf ging mehr ab. Gezeigt wird das schlechtere Ergebnis.",
    }),
    gives_right: (detail) => ({
      title: "Erlaubt einer anderen Adresse, Token zu nehmen",
      body: detail === ""
        ? "Die Funktion selbst nennt das nicht."
        : `Die Funktion selbst nennt das nicht. ${detail}`,
    }),
    not_bounded: (detail) => ({
      title: "Ein Token kann das Konto nicht prüfen",
      body: `Es könnte mehr abgehen als erwartet: ${detail}`,
    }),
    may_be_sent: () => ({
      title: "Das wurde vielleicht schon gesendet",
      body: "Bestätigen Sie noch einmal, um es zu erfahren. Nichts wird zweimal gesendet.",
    }),
    passkey_not_backed_up: () => ({
      title: "Dieser Passkey ist nur auf diesem Gerät",
      body: "Geht das Gerät verloren, ist das Konto verloren. Fügen Sie bald einen zweiten hinzu.",
    }),
  },
  causes: {
    unknown_bundle: {
      title: "Davon ist nichts bekannt",
      body: "Die Wallet hat keine Anfrage mit dieser Kennung gesendet. Nichts hat sich geändert.",
    },
    user_rejected: { title: "Abgebrochen", body: "Nichts wurde unterschrieben oder gesendet." },
    passkey_cancelled: {
      title: "Der Passkey wurde nicht benutzt",
      body: "Die Abfrage wurde geschlossen oder lief ab. Nichts wurde unterschrieben oder " +
        "gesendet. Versuchen Sie es noch einmal.",
    },
    passkey_invalid: {
      title: "Die Antwort des Passkeys ist ungültig",
      body: "Nichts wurde unterschrieben oder gesendet. Noch einmal, oder mit einem anderen.",
    },
    passkey_exists: {
      title: "Hier gibt es schon einen Passkey",
      body: "Ein zweiter wurde nicht angelegt. Benutzen Sie den vorhandenen.",
    },
    passkey_wrong_site: {
      title: "Unter dieser Adresse gehen keine Passkeys",
      body: "Nichts wurde angelegt oder unterschrieben. Sagen Sie es den Betreibern der Seite.",
    },
    passkey_no_authenticator: {
      title: "Kein Ort für einen Passkey gefunden",
      body: "Nichts wurde angelegt. Richten Sie eine Bildschirmsperre ein, oder nehmen Sie ein " +
        "Telefon oder einen Sicherheitsschlüssel.",
    },
    passkey_failed: {
      title: "Der Passkey hat nicht funktioniert",
      body: "Nichts wurde unterschrieben oder gesendet. Noch einmal, oder mit einem anderen.",
    },
    storage_full: {
      title: "Der Wallet-Dienst hat keinen Platz",
      body: "Versuchen Sie es später noch einmal.",
    },
    storage_down: {
      title: "Der Wallet-Dienst ist nicht bereit",
      body: "Versuchen Sie es gleich noch einmal.",
    },
    passkey_unsupported: {
      title: "Dieser Browser kann hier keine Passkeys benutzen",
      body: "Öffnen Sie die Seite in einem aktuellen Browser, nicht in einer App. Nichts wurde " +
        "geändert.",
    },
    passkey_unknown: {
      title: "Zu diesem Passkey gibt es kein Konto",
      body: "Nehmen Sie einen anderen oder legen Sie ein Konto an. Nichts wurde geändert.",
    },
    wrong_passkey: {
      title: "Dieser Passkey gehört zu einem anderen Konto",
      body: "Nichts wurde gesendet. Nehmen Sie den Passkey des Kontos, das hier steht.",
    },
    service_down: {
      title: "Der Wallet-Dienst ist nicht erreichbar",
      body: "Prüfen Sie Ihr Netz und versuchen Sie es noch einmal.",
    },
    host_unreachable: {
      title: "Die Wallet ist nicht erreichbar",
      body: "Nichts wurde unterschrieben oder gesendet. Prüfen Sie Ihr Netz.",
    },
    chain_down: {
      title: "Das Netz antwortet nicht",
      body: "Versuchen Sie es gleich noch einmal.",
    },
    chain_unknown: {
      title: "Dieses Netz wird nicht bedient",
      body: "Nichts wurde gesendet. Die Seite muss ein anderes Netz wählen.",
    },
    chain_unsupported: {
      title: "Dieses Netz wird nicht bedient",
      body: "Nichts wurde gesendet. Die Seite muss ein anderes Netz wählen.",
    },
    origin_not_allowed: {
      title: "Diese Seite ist nicht eingetragen",
      body: "Ihre Adresse steht nicht auf der Liste ihres Projekts. Nichts wurde getan. Sagen " +
        "Sie es den Betreibern.",
    },
    key_invalid: {
      title: "Diese Seite ist nicht eingetragen",
      body: "Der Dienst kennt ihren Schlüssel nicht. Nichts wurde getan. Sagen Sie es den " +
        "Betreibern.",
    },
    limit_exceeded: {
      title: "Zu viele Anfragen",
      body: "Warten Sie kurz und versuchen Sie es noch einmal.",
    },
    simulation_reverts: {
      title: "Das würde scheitern",
      body: "Nichts wurde gesendet. Das Netz würde ablehnen; prüfen Sie Beträge und Guthaben.",
    },
    operation_refused: {
      title: "Das Netz hat abgelehnt",
      body: "Nichts wurde gesendet. Bleibt es dabei, sagen Sie es den Betreibern der Seite.",
    },
    sponsor_failed: {
      title: "Der Sponsor hat nicht gezahlt",
      body: "Nichts wurde gesendet. Noch einmal versuchen oder die Gebühr selbst zahlen.",
    },
    quote_changed: {
      title: "Die Zahlen haben sich geändert",
      body: "Nichts wurde unterschrieben. Lesen Sie die neuen und bestätigen Sie noch einmal.",
    },
    not_ready: {
      title: "Noch nicht bereit",
      body: "Nichts wurde unterschrieben. Warten Sie, bis alle Zahlen da sind.",
    },
    service_mismatch: {
      title: "Der Dienst hat etwas anderes vorbereitet",
      body: "Nichts wurde unterschrieben. Fahren Sie nicht fort; sagen Sie es den Betreibern.",
    },
    insufficient_funds: {
      title: "Zu wenig Guthaben",
      body: "Nichts wurde gesendet. Füllen Sie das Konto auf oder senden Sie weniger.",
    },
    code_unknown: {
      title: "Das Konto läuft mit Code, den diese Wallet nicht kennt",
      body:
        "Nichts wurde unterschrieben. Laden Sie die neueste Fassung dieser Seite. Sehen Sie das dann immer noch, wurde der Code des Kontos in diesem Netz vielleicht ausgetauscht: Senden Sie dort nichts mehr an das Konto. In anderen Netzen können Sie es weiter nutzen.",
    },
    name_taken: {
      title: "Dieser Name ist vergeben",
      body:
        "Es wurde nichts gespeichert. Jemand hat ihn oder einen, der ihm gleicht. Wählen Sie einen anderen Namen.",
    },
    bundle_too_large: {
      title: "Zu viele Aktionen auf einmal",
      body: "Nichts wurde gesendet. Die Seite muss sie aufteilen.",
    },
    duplicate_id: {
      title: "Schon gesendet",
      body: "Diese Aktionen wurden bereits übergeben. Nichts wurde noch einmal gesendet.",
    },
  },
  cancelledInApp: {
    title: "Der Passkey wurde nicht benutzt",
    body: "Nichts wurde unterschrieben oder gesendet. Versuchen Sie es noch einmal. Wurde nicht " +
      "nach dem Passkey gefragt, erlaubt die App, die diese Seite zeigt, vielleicht keine " +
      "Passkeys: Öffnen Sie die Seite im Browser.",
  },
  otherCause: {
    title: "Etwas ist schiefgegangen",
    body: "Sehen Sie in Ihren Vorgängen nach, bevor Sie es noch einmal versuchen.",
  },
};
