/** Texts of the rescue page in Spanish. @module */
import type { RescueText } from "./en.ts";

/** The words. */
export const es: RescueText = {
  title: "Recupera el acceso a tu cuenta",
  intro:
    "Cuatro pasos: tu archivo de recuperación, la red, tu cartera de recuperación y lo que quieres " +
    "hacer. No se envía nada antes de que lo confirmes en esa cartera. Esta página solo habla con tu nodo.",
  passkeys:
    "Aquí no se pueden usar llaves de acceso: pertenecen a la dirección de la cartera en la que se " +
    "crearon. Esta página es para direcciones de recuperación.",
  care: "Usa solo una copia de esta página en la que confíes y lee lo que muestra tu cartera.",
  record: "1. Tu archivo de recuperación",
  recordHint: "Lo guardaste en la cartera, en «Seguridad». No contiene secretos.",
  recordPaste: "O pegar su contenido",
  recordFile: "Elige el archivo o suéltalo aquí",
  recordRead: "Abrir el archivo",
  account: "Cuenta",
  network: "2. La red",
  nodeUrl: "URL de un nodo (JSON-RPC)",
  nodeHint: "De la red que quieres usar. El nodo ve por qué cuenta preguntas.",
  nodeLook: "Buscar la cuenta",
  onNetwork: (chain) => `En la red con el identificador ${chain}`,
  balance: (amount) => `Saldo: ${amount} (moneda de la red)`,
  owners: "Propietarios",
  passkey: "Llave de acceso",
  you: "es tu cartera",
  missing: "La cuenta aún no está en esta red. Lo que se envió a su dirección está a salvo.",
  behind: "Esta red aún no conoce todos los cambios de propietarios.",
  apart:
    "En esta red la cuenta tiene otros propietarios que en el archivo. Si tu cartera es uno de " +
    "ellos, un cambio que firmes aquí vuelve a igualarlos.",
  wallet: "3. Tu cartera",
  walletNone:
    "No se ha encontrado ninguna cartera en este navegador. Abre la página en uno que tenga la tuya.",
  walletUse: (name) => `Usar ${name}`,
  walletIs: (address) => `Tu cartera: ${address}`,
  walletNoOwner:
    "Esta dirección no es propietaria de la cuenta aquí. Solo puede llevar la cuenta a la red.",
  deploy: "Llevar la cuenta a esta red",
  deployHint:
    "Una transacción de tu cartera, que paga la comisión. No hace falta que ningún propietario acepte.",
  act: "4. ¿Qué quieres hacer?",
  kinds: {
    native: "Enviar la moneda de la red",
    token: "Enviar un token",
    raw: "Llamar a un contrato",
  },
  kind: "Qué hacer",
  to: "Para (dirección)",
  amount: "Importe",
  token: "Dirección del token",
  contract: "Contrato (dirección)",
  data: "Datos de la llamada (hex)",
  check: "Continuar",
  reviewSend: (amount, to) => `La cuenta envía ${amount} a ${to}.`,
  reviewHas: (amount) => `Tiene ${amount} de este token.`,
  reviewCall: (to, amount, data) => `La cuenta llama a ${to} con ${amount} y estos datos: ${data}`,
  reviewAdd: (address) =>
    `${address} pasa a ser propietario. Quien tenga su clave tiene la cuenta, al momento y en todas partes.`,
  reviewRemove: (owner) => `Se quita este propietario: ${owner}`,
  reviewSelf: "Es tu propia cartera: después ya no podrás hacer nada aquí.",
  confirm: "Firmar con la cartera",
  cancel: "Cancelar",
  add: "Añadir un propietario",
  newOwner: "Dirección del nuevo propietario",
  remove: "Quitar",
  everywhere:
    "Un cambio de propietarios se firma para todas las redes. Aquí ocurre al momento; en otras, " +
    "cuando alguien lo lleve allí con el archivo nuevo.",
  recover: "Recuperar la cuenta",
  recoveryOwner: "dirección de recuperación",
  recoverHint: (days) =>
    `Surte efecto tras ${days} ${
      days === 1 ? "día" : "días"
    }. Hasta entonces cualquier propietario puede detenerla.`,
  recoverOwner: "Nuevo propietario (dirección o clave de una llave de acceso)",
  recoverOwnerHint:
    "Sustituye a todas las llaves de acceso y direcciones que ahora son propietarias.",
  recoverStart: "Iniciar la recuperación",
  recoverWaits: (ready) =>
    `Hay una recuperación de esta cuenta en curso. Surte efecto el ${
      ready.toLocaleString("es", { dateStyle: "medium", timeStyle: "short" })
    }.`,
  recoverStop: "Detener",
  reviewVeto:
    "Esta recuperación se detiene en esta red. La dirección de recuperación se queda: quítala arriba si no sabes quién la tiene. En otras redes, detenla también allí.",
  recoverFinish: "Completar la recuperación",
  reviewRecovery: (owner) =>
    `Terminan todos los permisos y este pasa a ser el único propietario con control total: ${owner}`,
  working: "Esperando a tu cartera o a la red…",
  done: (transaction) => `Hecho. Transacción ${transaction}`,
  save: "Guardar el archivo de recuperación",
  saveNow: "Los propietarios han cambiado: guarda el archivo nuevo.",
  problems: {
    record: "No es un archivo de recuperación, o se ha modificado.",
    node_url: "La URL tiene que empezar por https:// (o estar en este dispositivo).",
    node_down: "El nodo no responde. Prueba con otro.",
    node_refused: "El nodo se ha negado a responder.",
    wallet_refused: "La cartera lo ha rechazado. No se ha hecho nada.",
    wrong_chain: "Tu cartera está en otra red. Cámbiala y vuelve a intentarlo.",
    wrong_signature: "La cartera ha firmado otra cosa, o con otra clave. No se ha enviado nada.",
    would_fail: "Esto fallaría. No se ha firmado ni enviado nada.",
    failed: "Se ha ejecutado y ha fallado. Salvo la comisión, nada ha cambiado.",
    not_mined:
      "La transacción aún no está en un bloque. Todavía puede entrar; compruébalo antes de volver a intentarlo.",
    address: "No es una dirección.",
    amount: "No es un importe, o tiene demasiados decimales.",
    data: "Los datos de la llamada son 0x y un número par de cifras hexadecimales.",
    token: "En esta dirección no hay ningún token.",
    already_owner: "Ya es propietario, o es la propia cuenta.",
    contract:
      "Esta dirección es un contrato en esta red. En otra red, la misma dirección puede ser de otra persona. Usa la dirección de una cartera con clave propia.",
    last_owner: "El último propietario no se puede quitar.",
    code_unknown:
      "En esta red la cuenta ejecuta código que esta página no conoce, así que no firma nada para ella. Consigue una copia más reciente de esta página. Si tampoco lo conoce, puede que se haya sustituido el código: no envíes nada a la cuenta allí.",
    unexpected: "No ha funcionado. Revisa la cuenta antes de volver a intentarlo.",
  },
};
