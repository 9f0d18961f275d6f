/** Words of the pages about recovery with a friend, in Spanish. @module */
import type { FriendWords } from "./friend_en.ts";

/** The words. */
export const words: FriendWords = {
  ask: "Pedir ayuda a un amigo",
  askLine:
    "Si pierdes tu llave de acceso, un amigo puede devolverte la entrada. No puede usar tu cuenta.",
  askNext: "Si acepta, te devuelve un enlace. Ábrelo en este dispositivo.",
  yourName: "Tu nombre, para tu amigo (opcional)",
  sendLink: "Envía este enlace a tu amigo",
  linkCode: "Código QR del enlace",
  useAddress: "Usar una dirección",
  aFriend: "un amigo",
  quote: (name) => `«${name}»`,
  unreadable: "Este enlace está dañado. Pide otro.",
  own: "Es tu propia cuenta. Envía el enlace a un amigo.",
  account: "Cuenta",
  needAccount: "Para ayudar necesitas una llave de acceso en esta cartera.",
  needSignIn: "Entra primero en esta cuenta:",
  needHelper: "Entra con la llave de acceso con la que aceptaste ayudar.",

  agreeTitle: "Ayudar a un amigo",
  asksYou: (name) => `${name} te pide ayuda por si pierde su llave de acceso.`,
  agreeLine:
    "No puedes usar la cuenta. Solo puedes iniciar una recuperación. Tarda días, y su dueño puede detenerla.",
  help: (name) => `Ayudar a ${name}`,
  agreed: (name) => `Devuelve este enlace a ${name}`,
  agreedLine: "No se te añade hasta que lo abra.",
  readCode: (name) => `${name} te pedirá este código. Léeselo por teléfono o en persona.`,
  hearCode: (name) =>
    `Llama a ${name} a un número que conozcas. El código que oigas debe ser este:`,
  code: "Código",

  incapable:
    "Esta llave de acceso no puede ayudar. Usa otra, por ejemplo del Llavero de iCloud o del Gestor de contraseñas de Google.",
  otherPasskey: "Usar otra llave de acceso",
  addPasskey: "Añadir llave de acceso",
  failed: "No ha funcionado. No ha cambiado nada.",
  refused: "No se puede iniciar. Puede que su dueño la haya detenido.",

  addTitle: "Añadir a un amigo",
  addAsk: (name) => `¿Dejar que ${name} te ayude?`,
  addLine:
    "Puede devolverte la entrada tras una espera que puedes detener. No puede usar tu cuenta.",
  friendsName: "Nombre",
  compare: (name) => `Pide el código a ${name}. Si es otro, alguien ha cambiado el enlace.`,
  add: (name) => `Añadir a ${name}`,
  isAdded: (name) => `${name} ya puede ayudarte.`,

  regainTitle: "Un amigo puede ayudarte",
  whichAccount: "Nombre o dirección de tu cuenta, o el enlace que enviaste a tu amigo",
  find: "Buscar cuenta",
  notFound: "Esta cartera no conoce esa cuenta.",
  noFriend: "En esta cuenta no se añadió a ningún amigo.",
  unused: "Esta cuenta no se usó nunca, así que ningún amigo puede recuperarla.",
  makeLine: "Crea una llave de acceso nueva en este dispositivo. Tu amigo le da entrada después.",
  make: "Crear llave de acceso",
  stillHere: "En este dispositivo aún hay una llave de acceso de esta cuenta. Entra con ella.",
  signIn: "Entrar",
  callFriend: "Llama a tu amigo y léele este código:",
  waitsForFriend: "Esperando a tu amigo.",
  opens: (moment) => `Tu cuenta se abre el ${moment}`,
  opensLine: "Puedes cerrar esta página. Vuelve en este dispositivo.",
  opensOn: (network, moment) => `${network}: ${moment}`,
  opening: "Tu cuenta se abre enseguida.",
  stopped: "Se detuvo desde otro dispositivo",
  stoppedLine:
    "Si fuiste tú, ese dispositivo aún abre tu cuenta. Si no, habla con tu amigo y empieza de nuevo.",
  startOver: "Empezar de nuevo",

  confirmTitle: (name) => `¿Devolver la entrada a ${name}?`,
  confirmLine: (name) => `${name} tiene una llave de acceso nueva y te pide que le des entrada.`,
  warning: (name) => `Solo si has hablado con ${name}. Alguien puede querer quedarse la cuenta.`,
  happens: (days) =>
    `La llave nueva vale pasados ${days}, y las antiguas dejan de valer. Hasta entonces, una antigua puede detenerla.`,
  happensSlow: "En las redes donde la cuenta no se usó nunca, tarda 30 días.",
  sameCode: (name) => `He hablado con ${name} y el código es el mismo.`,
  letIn: (name) => `Dar entrada a ${name}`,
  stranger: "Tu llave de acceso no puede ayudar a esta cuenta.",
  isIn: "Esta llave de acceso ya abre la cuenta.",
  getsIn: (name, day) => `${name} podrá entrar el ${day}`,
  getsInLine: "Hasta entonces, una llave de acceso anterior puede impedirlo.",
  starting: "El servicio de la cartera la inicia ahora.",
  otherName: (known) =>
    `Aceptaste ayudar a ${known} con esta cuenta. El enlace lleva otro nombre. Alguien puede querer quedarse la cuenta.`,
  useName: (name) => `Usar el nombre ${name}`,
  noRecord:
    "En este dispositivo no consta de quién es esta cuenta. Pide la dirección a tu amigo y compárala.",
  alreadyWaits: "Ya hay una recuperación de esta cuenta en espera.",
};
