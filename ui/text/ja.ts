/** Japanese. @module */
import type { Text } from "./en.ts";

/** The Japanese table. */
export const ja: Text = {
  language: "ja",
  dir: "ltr",
  close: "閉じる",
  cancel: "キャンセル",
  back: "戻る",
  retry: "もう一度試す",
  done: "完了",
  loading: "読み込み中…",
  copy: "コピー",
  copied: "コピーしました",
  copyAddress: "アドレスをコピー",
  details: "詳細",
  showAll: (count) => `すべて表示（${count}件）`,
  showLess: "表示を減らす",
  usePasskey: "パスキーを使ってください…",
  useSigner: "確認を待っています…",
  usePasskeyHint: "ブラウザが指紋、顔、または端末のPINを確認します。",
  sending: "送信中…",
  stillWorking: "もう少しお待ちください…",
  covered: {
    title: "ページがこの画面を隠しています",
    body: "全体が見えるようになると確定できます。",
  },
  openWindow: "ウィンドウで開く",
  balances: "残高",
  noBalances: "トークンはまだありません。",
  balancesUnknown: "残高を今は表示できません。",
  disconnect: "接続を解除",
  manage: "ウォレットで管理",
  offline: { title: "オフラインです", body: "接続が戻ると自動でもう一度試します。" },
  offlineFailure: {
    title: "オフラインです",
    body: "インターネットに接続してから、もう一度お試しください。",
  },
  slow: {
    title: "通常より時間がかかっています",
    body: "まだ応答がありません。待つことも閉じることもできます。",
  },
  slowRefresh: {
    title: "更新に通常より時間がかかっています",
    body: "表示中の内容で進めることも、待つこともできます。古い金額に署名することはありません。",
  },
  wait: "お待ちください",
  account: "アカウント",
  network: "ネットワーク",
  testNetwork: "テストネットワーク",
  step: (step, steps) => `ステップ ${step}/${steps}`,
  siteSays: "サイトの説明",
  insecureOrigin: "この接続は暗号化されていません。",
  fingerprints: "確認コード",
  fingerprintsHint: "別の端末やツールの表示と一文字ずつ比べてください。",
  connectTitle: (app) => `${app} に接続`,
  connectOwn: "ウォレットを開く",
  connectIntro: "顔、指紋、またはPINが鍵になります。書き留めるものはありません。",
  connectKnown: (app) => `${app} にアドレスと利用履歴が表示されます。`,
  defaultAccountName: "マイアカウント",
  create: "アカウントを作成",
  continue: "続ける",
  existing: "サインイン",
  existingOf: (host) => `${host} でサインイン`,
  existingOther: "別のアカウントを使う",
  phone: "スマートフォンを使う",
  missingTitle: "ここにパスキーがありませんか？",
  missingIntro: "アカウントを作成するか、別の端末にあるパスキーでもう一度お試しください。",
  missingFailure: {
    title: "応答したパスキーがありません",
    body: "端末にパスキーが見つからないか、画面が閉じられました。署名も送信もしていません。",
  },
  againTitle: "もう一度パスキーを使ってください",
  againIntro:
    "ウォレットのサービスにこのパスキーの記録がありません。もう一度使うと、ネットワーク上でアカウントを探します。",
  againAction: "パスキーをもう一度使う",
  continueAs: (name) => `${name} として続ける`,
  signInTo: (domain) => `${domain} にもサインインします`,
  connectPromise: (app) => `${app} に見えるのはアドレスと利用履歴だけです。パスキーは渡りません。`,
  passkeyPromise: "パスキーはお手元に残ります。どのサーバーにも渡りません。",
  lost: "パスキーをなくしましたか？",
  unsupported: {
    title: "ここではパスキーを使えません",
    body: "このブラウザ、またはページを表示中のアプリが対応していません。何も作成していません。",
  },
  unsupportedInsecure:
    "パスキーには暗号化された接続が必要ですが、このページは暗号化されていません。何も作成していません。サイトの運営者にお知らせください。",
  unsupportedOpen: "Safari、Chrome、Edge、Firefoxなどのブラウザでこのページを開いてください。",
  blockedByPage: {
    title: "このサイトはここでパスキーを許可していません",
    body:
      "サイト自身の設定により、このページではパスキーを使えません。作成も署名もしていません。サイトの運営者にお知らせください。",
  },
  blockedInFrame: {
    title: "ここではパスキーが許可されていません",
    body:
      "このサイトを表示しているページがパスキーを許可していません。作成も署名もしていません。サイトを別のタブで開いてください。",
  },
  pageAddress: "ページのアドレス",
  nameTitle: "名前を選ぶ",
  nameIntro: "アカウントを指す名前です。誰でも調べられます。",
  nameClaim: (name) => `${name} を取得`,
  nameClaimNone: "この名前を取得",
  nameSkip: "スキップ",
  nameDone: (name) => `${name} はあなたのものです`,
  returning: (app) => `${app} に戻ります…`,
  nameRecords: "サイトが追加する公開プロフィール",
  nameSpaces: "名前に空白は使えません。",
  nameGone: "先に取られました。何も保存されていません。別の名前を選んでください。",
  nameTakenOthers: "使用されています。空いている名前：",
  nameStates: {
    empty: "3〜63文字。数字とハイフンも使えます。",
    checking: "確認中…",
    slow: "まだ確認中です…",
    offline: "今は確認できません。接続をご確認ください。入力すると再試行します。",
    free: "利用できます",
    taken: "使用されています",
    similar: "使用中の名前に似すぎています。",
    reserved: "この名前は取得できません。",
    short: "名前は3文字以上です。",
    long: "名前は63文字（かな・漢字は21文字）までです。",
    dot: "名前にドットは使えません。",
    characters: "この文字の組み合わせは名前に使えません。",
  },
  send: (amounts) => `${amounts} を送る`,
  give: (amount) => `最大 ${amount} を渡す`,
  sendTo: "送り先",
  allow: (amount) => `${amount} の使用を許可`,
  allowAll: (symbol) => `すべての ${symbol} の使用を許可`,
  letUse: (who, amount) => `${who} に ${amount} の使用を許可`,
  endUse: (symbols) => `${symbols} の使用許可を取り消す`,
  allowLess: (amount) => `使用できる額を ${amount} 減らす`,
  sendUnknown: "不明なトークンを送る",
  allowUnknown: "不明なトークンの使用を許可",
  allowTo: "使用者",
  allowCollection: "コレクション全体へのアクセスを許可",
  callFunction: (name) => `${name} を呼び出す`,
  useContract: "読み取れない操作を実行",
  callContract: "読み取れない操作",
  sendItem: "コレクションのアイテムを送る",
  describedByWallet: "ウォレットに登録済みのコントラクトです。項目名は英語です。",
  describedBy: (origin) => `${origin} による説明`,
  describedHint: "サイト自身によるコントラクトの説明です。誰も検証していません。",
  describedByConvention: "この名前の関数が通常行うことです。このコントラクトは不明です。",
  thisContract: "このコントラクト",
  stepsInside: (_, shown) => `内部に ${shown} 件のステップ`,
  stepsThrough: (contract) =>
    `これを行うのはあなたのアカウントではなく ${contract} です。そのコントラクトが持つものを動かすか、使用を許可します。`,
  stepsUnread: (_, shown) => `ほかに ${shown} 件のステップを確認できませんでした。`,
  through: (contract, title) => `${contract} 経由：${title}`,
  mayFail: "失敗しても、ほかのステップは実行されます。",
  function: "関数",
  yourAccount: "あなたのアカウント",
  item: (id) => `番号 ${id}`,
  yes: "はい",
  no: "いいえ",
  actions: (_, shown) => `${shown} 件の操作`,
  confirm: "確定",
  confirmActions: (_, shown) => `${shown} 件の操作を確定`,
  to: "送り先",
  spender: "使用者",
  contract: "コントラクト",
  value: "送金額",
  data: "データ",
  bytes: (count) => `${count} バイト`,
  expected: "残高の変化",
  expectedHint: "推定",
  noChanges: "残高は変わりません",
  noEstimate: "見積もりなし",
  review: "内容を確認",
  gives: "送るもの",
  gets: "受け取るもの",
  differs: (changes) => ({
    title: "推定の結果が異なります",
    body: `残高の変化：${changes}`,
  }),
  unlisted: "未登録",
  leavesAtMost: "出ていく最大量",
  checkedByAccount: "アカウントが制限します",
  notBounded: "上限なし",
  fee: "手数料",
  feeFree: "無料",
  paidBy: (sponsor) => `${sponsor} が支払います`,
  paidByUser: "使用時に支払われます",
  feeMaximum: (amount) => `最大 ${amount}`,
  feeBalance: (amount) => `残高 ${amount}`,
  feeLoading: "手数料を計算中…",
  feeChoose: "手数料の支払い方法",
  feeObstacle: {
    balance: "残高が足りません",
    limit: "手数料が高すぎて使えません",
    unavailable: "今は使えません",
  },
  sponsorFailed: "スポンサーが支払いませんでした",
  sponsorFailedHint: (amount) =>
    `サイトは手数料の負担を申し出ましたが、スポンサーに断られました。ご自分で支払えます（最大 ${amount}）。`,
  payMyself: (amount) => `手数料を自分で支払う（最大 ${amount}）`,
  payAndConfirm: "支払って確定",
  notEnough: (symbol) => `手数料に必要な ${symbol} が足りません`,
  notEnoughHint: (need, have) => `最大 ${need} が必要ですが、残高は ${have} です。`,
  missing: (amount) => `続けるには ${amount} を追加`,
  receiveAt: (network) => `あなたのアドレス（${network} のみ）`,
  unlimited: "無制限",
  signTitle: "メッセージに署名",
  signIntro: "署名は無料で、それだけでは何も動きません。理解できるものだけに署名してください。",
  sign: "署名",
  message: "メッセージ",
  typedTitle: "内容不明のデータに署名",
  typedIntro:
    "署名すると、ほかの人があなたの代わりに操作できることがあります。値を確認してください。",
  permitTitle: "使用を許可",
  orderTitle: (exchange) => `${exchange} の注文`,
  youGive: "渡すもの（最大）",
  youGet: "受け取るもの（最低）",
  orderOpen: "保証なし",
  orders: (count, shown) =>
    count === 1 ? "1 件の注文" : `${shown} 件の注文（それぞれ単独で成立可能）`,
  orderNumber: (number) => `注文 ${number}`,
  ordersEmpty: (_, shown) => `ツリーの空き ${shown} 件は省いています。`,
  nothing: "なし",
  leavesLater: "この操作ではなし。許可した分は後で出ていく可能性があります",
  leavesLaterToo: "この操作での上限。許可した分は後で出ていく可能性があります",
  sendEmpty: "空のトランザクションを送る",
  anyItem: "コレクションの任意のアイテム",
  more: (count) => `ほか ${count} 件`,
  token: "トークン",
  amount: "数量",
  smallestUnit: "最小単位で",
  validUntil: "有効期限",
  noEnd: "期限なし",
  domain: "対象",
  market: "取引所",
  verifyingContract: "コントラクト",
  items: (_, shown) => `${shown} 件`,
  empty: "空",
  wholeValue: "値の全体",
  hiddenMark: (code) => `見えない文字 ${code}`,
  grantTitle: "制限付きアクセスを許可",
  grantSigned: "今署名する許可は、最初に使われるときにネットワークに届きます。",
  grantIntro: "毎回の確認はありません。ウォレットからいつでも終了できます。",
  grantAction: "許可",
  revokeTitle: "アクセスを取り消す",
  revokeIntro: "すぐに終わり、元に戻せません。",
  revokeAction: "アクセスを取り消す",
  revokeAllTitle: "すべてのアプリのアクセスを取り消す",
  revokeAllIntro:
    "アプリもエージェントも、このアカウントから使えなくなります。署名済みの許可も終わります。元に戻せません。",
  revokeAllAction: "全アクセスを取り消す",
  revokeAllOn: "次のネットワークでも",
  revokeAllFails: "接続できません：アクセスは残ります",
  permissionId: "許可",
  maySpend: "使える額",
  mayCall: "呼び出せる関数",
  onlyTransfers: "送金のみ",
  validFrom: "開始",
  upTo: (amount) => `最大 ${amount}`,
  remaining: (amount) => `この期間の残り ${amount}`,
  everySome: (duration) => `${duration}ごと`,
  periods: {
    minute: "毎分",
    hour: "毎時",
    day: "毎日",
    week: "毎週",
    month: "毎月",
    year: "毎年",
    forever: "合計",
  },
  later: "あとで",
  passkey: "パスキー",
  address: "アドレス",
  passkeyName: "新しいパスキーの名前",
  passkeyNameHint: "スマートフォン、セキュリティキーなど",
  passkeyHere: (name) => `${name}（この端末）`,
  addPasskeyTitle: "パスキーを追加",
  addPasskeyIntro: "別の端末やセキュリティキーからも、このアカウントを開けるようになります。",
  addPasskeyOffer: "パスキーはこの端末にしかありません。端末をなくすとアカウントも失います。",
  addPasskeyAction: "パスキーを作成",
  ownerAddPasskey: {
    title: (name: string | undefined): string =>
      name === undefined
        ? "新しいパスキーを追加しますか？"
        : `アカウントに\u2068${name}\u2069を追加しますか？`,
    intro:
      "すでにお持ちのパスキーを使ってください。以後、どちらでもすべてのネットワークでアカウントを開けます。",
    action: "パスキーを追加",
  },
  ownerAddAddress: {
    title: (who) => `\u2068${who}\u2069 に復旧を手伝ってもらいますか？`,
    control: (who) => `\u2068${who}\u2069 にアカウントを任せますか？`,
    intro: (who, wait) =>
      `パスキーをなくしたとき、\u2068${who}\u2069 が ${wait}後にアクセスを取り戻せます。それまではいつでも止められます。`,
    action: "許可する",
    giveControl: "完全な権限を与える",
  },
  ownerRemove: {
    title: (name: string | undefined): string =>
      name === undefined
        ? "このパスキーを削除しますか？"
        : `アカウントから\u2068${name}\u2069を削除しますか？`,
    intro: "削除が届いたネットワークから順に使えなくなります。",
    action: "削除",
  },
  ownerFull: "代わりに、今すぐ完全な権限を与える",
  ownerAddressRisk: {
    title: "鍵を持つ人がアカウントを自由に使えます",
    body:
      "ご自分で鍵を保管しているアドレスだけを追加してください。以後、あなたの同意は不要になります。",
  },
  ownerRemoveThis: "この端末のパスキーを削除しますか？",
  ownerRemoveHere: {
    title: "この端末からは使えなくなります",
    body:
      "このパスキーではアカウントを開けなくなります。再び使うには、別のパスキーか復旧用アドレスが必要です。",
  },
  ownerLate: "削除がまだ届かないネットワークがあります",
  ownerLateOn: "まだ使えるネットワーク",
  ownerSoonOn: "数分で削除",
  ownerStillValid: "まだ一部のネットワークに残っています",
  ownerStillValidOn: (chains) =>
    `削除は今 ${chains} に届きません。届くまで、そこでは有効なままです。`,
  ownersAhead: "あるネットワークに新しい変更があります",
  ownersAheadOn: (chains) =>
    `${chains} に、ここに反映されていない新しい変更があります。続行すると、ここに表示された所有者がすべてのネットワークに適用されます。その変更はやり直してください。`,
  ownersForked: "あるネットワークで所有者が異なります",
  ownersForkedOn: (chains) =>
    `${chains} で、ある所有者が単独でこのアカウントを変更しました。続行すると、所有者がすべてのネットワークで再び同じになります。`,
  ownerStays: "引き続き利用可",
  ownerStaysRecovery: "復旧が可能",
  ownersLost: "あるネットワークではもうあなたのものではありません",
  ownersLostOn: (chains) =>
    `${chains} では、このアカウントの所有者が異なり、あなたのものは一つもありません。ここで何に署名しても変えられません。`,
  codeUnknown: "あるネットワークに不明なコードがあります",
  codeUnknownOn: (chains) =>
    `${chains} では、ウォレットに未登録のコードでこのアカウントが動いています。そこではこの変更を行いません。ページを再読み込みして最新版にしてください。`,
  otherAddress: "別のアドレスを選ぶ",
  warnings: {
    unlimited_approval: () => ({
      title: "無制限の使用許可",
      body: "使用者は、今もこれからも、このトークンをすべて持ち出せます。",
    }),
    whole_approval: () => ({
      title: "トークンをすべて持ち出されるおそれ",
      body: "使用者は、お持ちの残高のすべて、またはほぼすべてを持ち出せます。",
    }),
    approval_for_all: () => ({
      title: "コレクション全体へのアクセス",
      body: "操作者は、今もこれからも、すべてのアイテムを持ち出せます。",
    }),
    permit: () => ({
      title: "この署名は使用を許可します",
      body: "署名を持つ人は、再確認なしにあなたのトークンを動かせます。",
    }),
    long_approval: () => ({
      title: "一年より長く有効です",
      body:
        "その期間ずっとアプリを信頼できる場合だけ許可してください。アプリの誤りであることもよくあります。",
    }),
    order_for_nothing: () => ({
      title: "見返りがほとんどありません",
      body: "この注文では記載のものを渡しますが、価値のあるものが戻る保証はありません。",
    }),
    value_to_token: () => ({
      title: "トークンのコントラクトへの支払い",
      body: "トークンの移動や許可に支払いは不要です。一緒に送ったものは、おそらく失われます。",
    }),
    hands_over: (detail) => ({
      title: "ほかの人があなたの代わりに操作できます",
      body: detail === ""
        ? "コントラクト内であなたが持つものの管理を、ほかの人に渡します。"
        : `コントラクト内であなたが持つものの管理を ${detail} に渡します。`,
    }),
    moves_tokens: () => ({
      title: "この署名はトークンを送ります",
      body: "署名を持つ人は、再確認なしに送金を実行できます。",
    }),
    runs_calls: (detail) => ({
      title: "この署名は操作を実行します",
      body: detail === ""
        ? "署名を持つ人は、あなたの名前で記載の操作を行えます。"
        : `署名を持つ人は、${detail} が持つもので記載の操作を行えます。`,
    }),
    other_account: (detail) => ({
      title: "アカウントを変更または使用します",
      body: detail === ""
        ? "アカウントの変更や送金に使われるデータです。この署名を必要とするサイトはありません。"
        : `このデータはアカウント ${detail} を変更または使用します。この署名を必要とするサイトはありません。`,
    }),
    acts_for_you: () => ({
      title: "あなたのアカウントが含まれています",
      body:
        "コントラクトがこの署名をあなたの指示として扱うかもしれませんが、ここでは内容を読み取れません。",
    }),
    for_contract: (detail) => ({
      title: "コントラクトだけが読めるデータです",
      body: `署名の効力はコントラクト ${detail} が決めます。すべてを渡すこともありえます。`,
    }),
    signs_hash: () => ({
      title: "文章ではなくハッシュです",
      body: "どんな内容でもありえます。すべてを渡す注文かもしれません。",
    }),
    sign_in_elsewhere: (detail) => ({
      title: "今いるのは別のサイトです",
      body: `誰かがあなたになりすまして ${detail} にサインインしようとしているかもしれません。`,
    }),
    odd_data: () => ({
      title: "通常と異なるデータ",
      body: "既知の関数が通常と異なる形で書かれています。起こりうる最悪の内容を表示しています。",
    }),
    unlimited_grant: (detail) => ({
      title: "トークンをすべて持ち出されるおそれ",
      body: `上限は ${detail} の残高のすべて、またはほぼすべてに当たります。`,
    }),
    no_token: (detail) => ({
      title: "このアドレスにはトークンがありません",
      body:
        `${detail} が何か、この金額にどれほどの価値があるかは分かりません。理由が分かる場合だけ許可してください。`,
    }),
    long_grant: () => ({
      title: "一年より長く続きます",
      body: "覚えていられる場合だけ許可してください。いつでも終了できます。",
    }),
    endless_grant: () => ({
      title: "自動では終わりません",
      body: "必要な期間より長く続きます。早めの期限を設定してください。",
    }),
    unwatched_tokens: (detail) => ({
      title: "上限のないトークンがあります",
      body: detail === ""
        ? "保有または許可しているほかのトークンが多く、すべてに上限を設けられません。"
        : `これらのコントラクトは、ほかのトークン（${detail}）も移動できる可能性があります。そこに上限はありません。`,
    }),
    unread_grant: (detail) => ({
      title: "呼び出せる内容を読み取れません",
      body:
        `${detail} に不明な関数があります。そのコントラクトが預かるものや、後で行うことに上限は及びません。`,
    }),
    new_spender: () => ({
      title: "初めてのアドレスです",
      body: "これまで何も許可していません。サイトが示すアドレスと同じかご確認ください。",
    }),
    risky_grant: (detail) => ({
      title: "ほかの人があなたのトークンを動かせます",
      body:
        `${detail} の関数は、トークンを動かすか、ほかの人が動かせるようにします。ここに上限はありません。`,
    }),
    unknown_function: () => ({
      title: "不明な関数",
      body: "何をするのか分かりません。このサイトを信頼できる場合だけ続けてください。",
    }),
    partly_read: () => ({
      title: "この操作の一部を読み取れません",
      body:
        "ほかのステップが生データで含まれています。このサイトを信頼できる場合だけ続けてください。",
    }),
    look_alike: (detail) => ({
      title: "ご存じのアドレスに似ていますが、別のものです",
      body: detail === ""
        ? "一文字ずつ比べてください。"
        : `次のものと一文字ずつ比べてください：${detail}`,
    }),
    hidden_characters: () => ({
      title: "見えない文字",
      body: "目に見えない文字が含まれています。印を付けています。",
    }),
    not_text: () => ({
      title: "文章ではありません",
      body: "サイトは、読み取れないバイト列への署名を求めています。",
    }),
    other_chain: (detail) => ({
      title: "別のネットワーク向けです",
      body: detail === ""
        ? "使用中とは異なるネットワーク向けのデータです。"
        : `使用中のものではなく、ネットワーク ${detail} 向けのデータです。`,
    }),
    simulation_reverts: (detail) => ({
      title: "失敗する可能性が高いです",
      body: detail === ""
        ? "シミュレーションが失敗しました。"
        : `シミュレーションの結果：${detail}`,
    }),
    simulation_unavailable: () => ({
      title: "推定できません",
      body: "残高の変化を推定できませんでした。下の内容は正確です。",
    }),
    simulation_differs: () => ({
      title: "結果が変わることがあります",
      body: "2回目の試行では、アカウントから出る量が増えました。悪い方の結果を表示しています。",
    }),
    gives_approval: (detail) => ({
      title: "ほかのアドレスがトークンを持ち出せるようになります",
      body: detail === ""
        ? "関数の名前からは分かりません。"
        : `関数の名前からは分かりません。${detail}`,
    }),
    not_bounded: (detail) => ({
      title: "確認できないトークンがあります",
      body: `推定より多く出ていく可能性があります：${detail}`,
    }),
    may_be_sent: () => ({
      title: "すでに送信された可能性があります",
      body: "もう一度確定すると分かります。二重に送られることはありません。",
    }),
    passkey_not_backed_up: () => ({
      title: "このパスキーはこの端末にしかありません",
      body: "端末をなくすとアカウントも失います。早めに二つ目のパスキーを追加してください。",
    }),
  },
  causes: {
    unknown_bundle: {
      title: "不明なリクエスト",
      body: "このIDのリクエストはウォレットから送られていません。何も変わっていません。",
    },
    user_rejected: { title: "キャンセルしました", body: "署名も送信もしていません。" },
    passkey_cancelled: {
      title: "パスキーの使用をキャンセルしました",
      body: "署名も送信もしていません。",
    },
    passkey_invalid: {
      title: "パスキーを受け付けられません",
      body: "署名も送信もしていません。もう一度試すか、別のパスキーをお使いください。",
    },
    passkey_exists: {
      title: "ここにはすでにパスキーがあります",
      body:
        "二つ目は作成していません。このパスキーでアカウントを開けます。追加するには別の端末かセキュリティキーをお使いください。",
    },
    passkey_wrong_site: {
      title: "このアドレスではパスキーを使えません",
      body:
        "作成も署名もしていません。別のアドレスのパスキーで、そのアドレスがここでの使用を許可していないか、このブラウザがここでは呼び出せません。別のパスキーかブラウザを使うか、サイトの運営者にお知らせください。",
    },
    passkey_no_authenticator: {
      title: "パスキーの保存先がありません",
      body:
        "何も作成していません。画面ロックを設定するか、スマートフォンまたはセキュリティキーをお使いください。",
    },
    passkey_failed: {
      title: "パスワードマネージャーに拒否されました",
      body:
        "署名も送信もしていません。再び失敗する場合は、端末の設定で別のパスワードマネージャーを選ぶか、別の端末をお使いください。",
    },
    passkey_pending: {
      title: "別のパスキーの確認画面が開いています",
      body: "署名も送信もしていません。そちらを完了するか閉じてから、もう一度お試しください。",
    },
    storage_full: {
      title: "ウォレットのサービスの容量がいっぱいです",
      body: "何も送信していません。あとでもう一度お試しください。",
    },
    storage_down: {
      title: "ウォレットのサービスの準備ができていません",
      body: "少ししてからもう一度お試しください。",
    },
    passkey_unsupported: {
      title: "このブラウザではパスキーを使えません",
      body: "最新のブラウザで、ほかのアプリの外からページを開いてください。何も変わっていません。",
    },
    passkey_unknown: {
      title: "このパスキーのアカウントはありません",
      body: "別のパスキーを試すか、アカウントを作成してください。何も変わっていません。",
    },
    wrong_passkey: {
      title: "このパスキーは別のアカウントのものです",
      body: "何も送信していません。表示中のアカウントのパスキーをお使いください。",
    },
    service_down: {
      title: "ウォレットのサービスに接続できません",
      body: "接続を確認して、もう一度お試しください。",
    },
    host_unreachable: {
      title: "ウォレットに接続できません",
      body: "署名も送信もしていません。接続を確認して、もう一度お試しください。",
    },
    chain_down: {
      title: "ネットワークに接続できません",
      body: "少ししてからもう一度お試しください。",
    },
    chain_unknown: {
      title: "対応していないネットワークです",
      body: "何も送信していません。サイトが別のネットワークを使う必要があります。",
    },
    chain_unsupported: {
      title: "対応していないネットワークです",
      body: "何も送信していません。サイトが別のネットワークを使う必要があります。",
    },
    origin_not_allowed: {
      title: "このサイトは登録されていません",
      body:
        "アドレスがプロジェクトの一覧にありません。何も行っていません。運営者にお知らせください。",
    },
    key_invalid: {
      title: "このサイトは登録されていません",
      body:
        "ウォレットのサービスにこのサイトのキーがありません。何も行っていません。運営者にお知らせください。",
    },
    limit_exceeded: {
      title: "リクエストが多すぎます",
      body: "何も送信していません。少し待ってから、もう一度お試しください。",
    },
    simulation_reverts: {
      title: "これは失敗します",
      body: "何も送信していません。ネットワークが拒否する操作です。金額と残高を確認してください。",
    },
    operation_refused: {
      title: "ネットワークが拒否しました",
      body: "何も送信していません。もう一度お試しください。続く場合は運営者にお知らせください。",
    },
    sponsor_failed: {
      title: "スポンサーが支払いませんでした",
      body: "何も送信していません。もう一度試すか、手数料をご自分でお支払いください。",
    },
    quote_changed: {
      title: "金額が変わりました",
      body: "何も署名していません。新しい金額を確認し、もう一度確定してください。",
    },
    not_ready: {
      title: "まだ準備できていません",
      body: "何も署名していません。すべての金額が表示されるまでお待ちください。",
    },
    service_mismatch: {
      title: "ウォレットのサービスが別の内容を用意しました",
      body: "何も署名していません。ここで中止し、サイトの運営者にお知らせください。",
    },
    insufficient_funds: {
      title: "残高が足りません",
      body: "何も送信していません。残高を増やすか、金額を減らしてください。",
    },
    code_unknown: {
      title: "アカウントが不明なコードで動いています",
      body:
        "何も署名していません。ページを再読み込みして最新版にしてください。それでも表示される場合、このネットワークでアカウントのコードが入れ替えられた可能性があります。そこには何も送らないでください。ほかのネットワークでは引き続き使えます。",
    },
    owner_is_contract: {
      title: "このアドレスはコントラクトです",
      body:
        "何も変更していません。別のネットワークでは同じアドレスが他人のもので、その人がそこであなたのアカウントの所有者になるおそれがあります。スマートウォレットではなく、固有の鍵を持つウォレットのアドレスを使ってください。",
    },
    permission_unknown: {
      title: "不明な許可",
      body: "このIDの許可を与えたことはありません。何も変わっていません。",
    },
    name_taken: {
      title: "その名前は使用されています",
      body:
        "何も保存していません。使用中か、使用中の名前に似すぎています。別の名前を選んでください。",
    },
    bundle_too_large: {
      title: "一度の操作が多すぎます",
      body: "何も送信していません。サイトが分割する必要があります。",
    },
    duplicate_id: {
      title: "送信済みです",
      body: "これらの操作はすでに送信されています。再送はしていません。",
    },
  },
  cancelledInApp: {
    title: "パスキーの使用をキャンセルしました",
    body:
      "署名も送信もしていません。パスキーの確認が出なかった場合、ページを表示中のアプリがパスキーを許可していない可能性があります。ブラウザで開いてください。",
  },
  cancelledAgain: {
    title: "パスキーの使用をキャンセルしました",
    body:
      "署名も送信もしていません。パスキーの確認が出なかった場合は、この端末に画面ロックを設定するか、別の端末をお使いください。",
  },
  otherCause: {
    title: "うまくいきませんでした",
    body: "もう一度試す前に、履歴をご確認ください。",
  },
  screens: {
    ending: {
      ends: "与えた許可も終わります",
      none: "与えた許可で、有効なものはありません。",
      unknown: "一覧を読み込めませんでした。それでもすべて終わります。",
      standing: "残るトークンの承認",
      approvalsUnknown: "一覧を読み込めませんでした。",
      endThem: "続けて取り消す（ネットワークごとに1回確認）",
      approvals:
        "どのパスキーが承認を与えたかは、ネットワークでは分かりません。削除しても承認は残ります。",
    },
    grant: {
      spend: (app, limits) => `${app} に${limits} の使用を許可`,
      limit: (amount, period) => `${period}最大 ${amount}`,
      stop: (app, limits) => `${app} による${limits} の使用を終了`,
      stopAll: (app) => `${app} のアクセスを終了`,
      units: (figure, token) => `${token} の最小単位 ${figure}`,
      everything: (symbol) => `すべての ${symbol}`,
      most: (app, limits, end = "", all = "") =>
        `${app} は${end === "" ? "期限なしで" : ` ${end} まで、`}` +
        `${limits === "" ? "何も使わずに下の関数を呼び出せます" : `${limits} を使えます`}` +
        `${all === "" ? "。" : `（合計で最大 ${all}）。`}`,
      agent: (name) => `エージェント「${name}」`,
      quoted: (words) => `「${words}」`,
      agentName: "名前",
      purpose: "目的",
      hosts: "支払先（自己申告）",
      hostsHint: "エージェントの約束であり、アカウントは確認しません。",
      linkSays: "リンクの説明",
      linkHint:
        "リンクからの依頼です。リンクは誰でも作れます。自分で頼んだ場合だけ許可してください。",
      less: "上限を変更",
      lessHint: "金額を減らし、期限を早められます。許可した内容はアプリに伝わります。",
      tooMuch: (most) => `0より大きく、${most} 以下。`,
      tooLate: "明日以降、要求された期限まで。",
    },
    party: {
      first: "初めて",
      times: (_, shown) => `送金 ${shown} 回`,
    },
    permission: {
      word: (position) => `データの ${position} 番目の語`,
      kinds: {
        equal: "次の値のみ",
        atMost: "最大",
        oneOf: "次のいずれか",
        account: "あなたのアカウント",
        spender: "使用者",
      },
      untouched: "減ってはならないもの",
    },
    reading: {
      allows: "ほかの人があとで持ち出せるもの",
      suffix: "サイトの識別データ",
      suffixHint:
        "サイトが、自身を経由した件数を数えるために付けるデータです。ほかには何も変わりません。",
      everything: "すべて",
      collection: "このコレクションのすべてのアイテム",
      control: "このコントラクトであなたが管理するもの",
      heldBy: "保有者",
      inAll: "合計で最大",
      inside: "ほかの人がこれを行えるようになります",
      trade: (given, got) => `${given}を最低${got}と交換`,
      collectibles: (_, shown) => `コレクティブル ${shown} 点`,
      unknownTokens: (count, shown) =>
        count === 1 ? "不明なトークン" : `不明なトークン ${shown} 種類`,
      moreTokens: (_, shown) => `ほか ${shown} 種類のトークン`,
      handOver: "コントラクトの管理を譲り渡す",
      othersGive: (amounts) => `別のアカウントが最大 ${amounts} を渡す`,
      othersAllow: (amounts) => `別のアカウントの ${amounts} の使用を許可`,
      allOfTheirs: (symbol) => `すべての ${symbol}`,
      gain: (amounts) => `${amounts} を受け取る`,
      expectGet: (amounts) => `見込み：${amounts} を受け取る`,
      expectGive: (amounts) => `見込み：${amounts} を渡す`,
      expectBoth: (given, got) => `見込み：−${given}、+${got}`,
      expectSome: (_, shown) => `見込み：残高の変化 ${shown} 件`,
      endMore: (amounts) => `見込み：差し引き ${amounts} 増える`,
      alsoExpected: (changes) => ({
        title: "未登録の資産が届く見込みです",
        body: `${changes}。誰でも、どんな名前でも作れます。`,
      }),
      named: "送り先",
      signInFor: (domain) => `これは ${domain} へのサインインです`,
      signInTitle: (domain) => `${domain} にサインイン`,
      signInIntro: "サインインは無料で、資金は動きません。",
      signIn: "サインイン",
      consent: (domain) => `このサイトから ${domain} にサインインします`,
      signAnyway: "それでも署名する",
    },
    recovery: {
      alarm: (when, name) => ({
        title: name === undefined
          ? "誰かがこのアカウントを復旧しています"
          : `誰かが ${name} を復旧しています`,
        body: `${when} に有効になります。心当たりがなければ止めてください。`,
      }),
      more: "その他のオプション",
      helps:
        "パスキーをなくしたときや、このアドレスの鍵が漏れたときに役立ちます。あなたのパスキーを盗んだ相手には効果がありません。",
      waits: "復旧までの待ち時間",
      shorter: (before) => `今より短い時間です。${before} が過ぎてから適用されます。`,
      stop: {
        title: "この復旧を止めますか？",
        intro: "開始したアドレスはアカウントを開けません。お使いのパスキーはそのまま使えます。",
        action: "止める",
        keep: "続けさせる",
      },
      mine: "自分です",
      startedBy: "開始したアドレス",
      takesEffect: "有効になる日時",
      networks: "ネットワーク",
      remove: "この復旧用アドレスも削除する",
      stays:
        "残すと別の復旧を始められますが、再び待ち時間があります。持ち主に心当たりがなければ削除してください。",
      blocked:
        "複数の復旧を始めたため、アカウントを開く手段を変えるまで、ほかの復旧は始められません。持ち主に心当たりがなければ削除してください。",
      removed:
        "もう復旧を始められません。パスキーをなくした場合に備えて、あとで別のアドレスを追加してください。",
      late: (chains) => ({
        title: "すべてのネットワークでは止まりません",
        body:
          `ウォレットのサービスは ${chains} に接続できません。そこではレスキューページで止めてください。`,
      }),
    },
    signIn: {
      until: (time) => `サインインは最長で ${time} まで有効です`,
      from: (time) => `${time} から有効です`,
      resources: "サイトが示すアドレス",
      acts: "サイトが他の場所であなたの代わりに操作できるようになります",
      request: "リクエスト",
    },
    status: {
      title: "状況",
      id: "リクエスト",
      transaction: "トランザクション",
      reason: "理由",
      time: "確定",
      causes: {
        balance: "残高が足りませんでした。",
        allowance: "使用できる上限が足りませんでした。",
        price: "価格が大きく動きました。",
        other: "コントラクトが拒否しました。",
      },
      seeTransaction: "エクスプローラーで見る",
      notYet: "まだネットワークに届いていません",
      longer: "いつもより時間がかかっています。閉じても処理は続きます。",
      unread: {
        title: "まだ応答がありません",
        body: "実行された可能性があります。やり直す前に、もう一度確認してください。",
      },
      sent: (amount, who) => `${who} に ${amount} を送りました。`,
      received: (amount, who) => `${who} から ${amount} を受け取りました。`,
      sentLabel: "送金",
      receivedLabel: "受け取り",
      notAll: "ネットワーク通貨での支払いとコレクティブルは含まれません。",
      more: (_count, shown) => `ほか${shown}件は詳細にあります。`,
      statuses: {
        100: { title: "送信中", body: "数秒かかります。閉じてもかまいません。" },
        200: { title: "完了", body: "すべて実行されました。" },
        400: {
          title: "送信されませんでした",
          body: "ネットワークに届きませんでした。何も変わっていません。",
        },
        500: {
          title: "失敗しました",
          body: "すべて元に戻されました。手数料がかかった可能性があります。",
        },
      },
    },
    success: {
      connected: "接続しました",
      created: "アカウントを作成しました",
      sent: (amounts) => `${amounts} を送りました`,
      arriving: (amounts) => `${amounts} を受け取り中`,
      signed: "署名しました",
      allowed: "許可しました",
      removed: "アクセスを取り消しました",
      added: "追加しました",
      saved: "完了しました",
    },
    upgrade: {
      title: "このアカウントを更新しますか？",
      intro:
        "ウォレットの提供元による最新の機能と修正です。アドレス、資金、パスキー、許可は変わりません。",
      action: "アカウントを更新",
      code: "新しいコード",
      noWayBack: (chain) => `${chain} だけが対象で、元には戻せません。`,
      createTitle: (chain) => `${chain} にアカウントを作成しますか？`,
      createIntro:
        "同じアドレスの同じアカウントです。現在のパスキーと復旧用アドレスがそこでも使えます。削除したものは使えません。",
      createAction: "そこに作成",
    },
    watchAsset: {
      title: (symbol) =>
        symbol === undefined
          ? "このトークンをウォレットに表示しますか？"
          : `${symbol} をウォレットに表示しますか？`,
      intro: "何も送信せず、何も許可しません。",
      action: "トークンを表示",
      balance: "あなたの残高",
      unknown: "不明",
      differs: {
        title: "サイトの説明は別のトークンのものです",
        body:
          "シンボルまたは小数桁数が、ここに表示したコントラクトのものと異なります。信頼する前にアドレスを比べてください。",
      },
      none: {
        title: "このアドレスにトークンはありません",
        body: "このネットワークでは、ERC-20コントラクトが応答しません。何も追加していません。",
      },
    },
  },
};
