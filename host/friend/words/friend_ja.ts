/** Words of the pages about recovery with a friend, in Japanese. @module */
import type { FriendWords } from "./friend_en.ts";

/** The words. */
export const words: FriendWords = {
  ask: "友だちに頼む",
  askLine:
    "パスキーを失ったとき、友だちに助けてもらって戻れます。友だちがアカウントを使うことはできません。",
  askNext: "引き受けてくれると、リンクが返ってきます。この端末で開いてください。",
  yourName: "友だちに見せる名前（任意）",
  sendLink: "このリンクを友だちに送ってください",
  linkCode: "リンクのQRコード",
  useAddress: "代わりにアドレスを使う",
  aFriend: "友だち",
  quote: (name) => `「${name}」`,
  unreadable: "このリンクは壊れています。もう一度送ってもらってください。",
  own: "これはあなた自身のアカウントです。リンクは友だちに送ってください。",
  account: "アカウント",
  needAccount: "助けるには、このウォレットのパスキーが必要です。",
  needSignIn: "先にこのアカウントでサインインしてください。",
  needHelper: "助けると約束したときのパスキーでサインインしてください。",

  agreeTitle: "友だちを助ける",
  asksYou: (name) => `${name} さんが、パスキーを失ったときの助けを求めています。`,
  agreeLine:
    "あなたがアカウントを使うことはできません。できるのは復旧を始めることだけです。数日かかり、持ち主は止められます。",
  help: (name) => `${name} さんを助ける`,
  agreed: (name) => `このリンクを ${name} さんに返してください`,
  agreedLine: "相手が開くまで、追加されません。",
  readCode: (name) => `${name} さんがこのコードを尋ねます。電話か対面で読み上げてください。`,
  hearCode: (name) =>
    `知っている番号で ${name} さんに電話してください。聞こえるコードがこれと同じはずです。`,
  code: "コード",

  incapable:
    "このパスキーでは助けられません。iCloudキーチェーンやGoogleパスワードマネージャーなど、別のパスキーを使ってください。",
  otherPasskey: "別のパスキーを使う",
  addPasskey: "パスキーを追加",
  failed: "うまくいきませんでした。何も変わっていません。",
  refused: "始められません。持ち主が止めた可能性があります。",

  addTitle: "友だちを追加",
  addAsk: (name) => `${name} さんに助けてもらいますか？`,
  addLine:
    "待ち時間のあとに戻してもらえます。あなたはいつでも止められます。友だちがアカウントを使うことはできません。",
  friendsName: "名前",
  compare: (name) =>
    `${name} さんにコードを尋ねてください。違っていたら、リンクが書き換えられています。`,
  add: (name) => `${name} さんを追加`,
  isAdded: (name) => `${name} さんに助けてもらえます。`,

  regainTitle: "友だちに助けてもらう",
  whichAccount: "アカウントの名前かアドレス、または友だちに送ったリンク",
  find: "アカウントを探す",
  notFound: "このウォレットにそのアカウントはありません。",
  noFriend: "このアカウントに友だちは追加されていません。",
  unused: "このアカウントは一度も使われていないため、友だちは復旧できません。",
  makeLine: "この端末で新しいパスキーを作ります。そのあと友だちに認めてもらいます。",
  make: "新しいパスキーを作る",
  stillHere: "この端末にはまだこのアカウントのパスキーがあります。それでサインインしてください。",
  signIn: "サインイン",
  callFriend: "友だちに電話して、このコードを読み上げてください。",
  waitsForFriend: "友だちを待っています。",
  opens: (moment) => `アカウントは ${moment} に開きます`,
  opensLine: "このページは閉じてかまいません。この端末でまた開いてください。",
  opensOn: (network, moment) => `${network}：${moment}`,
  opening: "アカウントはまもなく開きます。",
  stopped: "別の端末から止められました",
  stoppedLine:
    "あなたが止めたなら、その端末でまだアカウントを開けます。そうでなければ、友だちと話して、やり直してください。",
  startOver: "やり直す",

  confirmTitle: (name) => `${name} さんを戻しますか？`,
  confirmLine: (name) => `${name} さんが新しいパスキーを作り、認めてほしいと頼んでいます。`,
  warning: (name) =>
    `${name} さんと話した場合だけにしてください。誰かがアカウントを奪おうとしているかもしれません。`,
  happens: (days) =>
    `${days}後に新しいパスキーに替わり、古いものは使えなくなります。それまでは、古いパスキーで止められます。`,
  happensSlow: "アカウントが一度も使われていないネットワークでは30日かかります。",
  sameCode: (name) => `${name} さんと話し、コードは同じでした。`,
  letIn: (name) => `${name} さんを戻す`,
  stranger: "あなたのパスキーでは、このアカウントを助けられません。",
  isIn: "このパスキーでもうアカウントを開けます。",
  getsIn: (name, day) => `${name} さんは ${day} から入れます`,
  getsInLine: "それまでは、以前のパスキーで止められます。",
  starting: "ウォレットのサービスが今から始めます。",
  otherName: (known) =>
    `このアカウントでは ${known} さんを助けると約束しています。リンクには別の名前があります。誰かがアカウントを奪おうとしているかもしれません。`,
  useName: (name) => `名前を ${name} に変える`,
  noRecord:
    "この端末には、このアカウントの持ち主の記録がありません。友だちにアドレスを尋ねて、見比べてください。",
  alreadyWaits: "このアカウントの復旧がすでに待機しています。",
};
