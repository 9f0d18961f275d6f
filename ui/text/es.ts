/** Spanish. @module */
import type { Text } from "./en.ts";

/** The Spanish table. */
export const es: Text = {
  language: "es",
  dir: "ltr",
  close: "Cerrar",
  cancel: "Cancelar",
  back: "Atrás",
  retry: "Reintentar",
  done: "Listo",
  loading: "Cargando…",
  copy: "Copiar",
  copied: "Copiado",
  copyAddress: "Copiar dirección",
  details: "Detalles",
  showAll: (count) => `Mostrar todo (${count})`,
  showLess: "Mostrar menos",
  usePasskey: "Usa tu llave de acceso…",
  useSigner: "Esperándote…",
  usePasskeyHint: "Tu navegador te pide la huella, la cara o el PIN del dispositivo.",
  sending: "Enviando…",
  stillWorking: "Un momento más…",
  covered: {
    title: "La página tapa este diálogo",
    body: "Podrás confirmar cuando se vea entero.",
  },
  openWindow: "Abrir en una ventana",
  balances: "Saldos",
  noBalances: "Aún no hay tokens.",
  balancesUnknown: "Ahora no se pueden mostrar los saldos.",
  disconnect: "Desconectar",
  manage: "Gestionar en la cartera",
  offline: {
    title: "Estás sin conexión",
    body: "Lo intentaremos de nuevo cuando vuelva la conexión.",
  },
  offlineFailure: {
    title: "Estás sin conexión",
    body: "Conéctate a internet y vuelve a intentarlo.",
  },
  slow: {
    title: "Está tardando más de lo normal",
    body: "Aún no hay respuesta. Puedes esperar o cerrar.",
  },
  slowRefresh: {
    title: "La actualización tarda más de lo normal",
    body: "Puedes guiarte por lo que ves o esperar. Nunca se firman importes desactualizados.",
  },
  wait: "Un momento",
  account: "Cuenta",
  network: "Red",
  testNetwork: "Red de pruebas",
  step: (step, steps) => `Paso ${step} de ${steps}`,
  siteSays: "El sitio dice",
  insecureOrigin: "Esta conexión no está cifrada.",
  fingerprints: "Códigos de verificación",
  fingerprintsHint: "Compara cada carácter con lo que muestra otro dispositivo o programa.",
  connectTitle: (app) => `Conectar con ${app}`,
  connectOwn: "Abre tu cartera",
  connectIntro: "Tu cara, tu huella o tu PIN es la llave. No hay nada que apuntar.",
  connectKnown: (app) => `${app} verá tu dirección y tu actividad.`,
  defaultAccountName: "Mi cuenta",
  create: "Crear cuenta",
  continue: "Continuar",
  existing: "Iniciar sesión",
  existingOf: (host) => `Iniciar sesión con ${host}`,
  existingOther: "Usar otra cuenta",
  phone: "Usar mi teléfono",
  missingTitle: "¿No hay llave de acceso aquí?",
  missingIntro: "Crea una cuenta o inténtalo de nuevo con la llave que tienes en otro sitio.",
  missingFailure: {
    title: "Ninguna llave ha respondido",
    body:
      "Tu dispositivo no encontró ninguna, o se cerró la ventana. No se ha firmado ni enviado nada.",
  },
  againTitle: "Usa tu llave de acceso otra vez",
  againIntro:
    "El servicio de la cartera no conoce esta llave de acceso. Si la usas otra vez, tu cuenta se busca en la propia red.",
  againAction: "Usar la llave otra vez",
  continueAs: (name) => `Continuar como ${name}`,
  signInTo: (domain) => `También iniciarás sesión en ${domain}`,
  connectPromise: (app) => `${app} ve tu dirección y tu actividad, nunca tu llave de acceso.`,
  passkeyPromise: "Tu llave de acceso se queda contigo. Ningún servidor la tiene.",
  lost: "¿Has perdido tu llave de acceso?",
  unsupported: {
    title: "Aquí no funcionan las llaves de acceso",
    body: "Este navegador, o la app que muestra la página, no puede usarlas. No se ha creado nada.",
  },
  unsupportedInsecure:
    "Las llaves de acceso necesitan una conexión cifrada, y esta página no la tiene. No se ha creado nada. Avisa al equipo del sitio.",
  unsupportedOpen: "Abre esta página en Safari, Chrome, Edge o Firefox.",
  blockedByPage: {
    title: "Este sitio no permite llaves de acceso aquí",
    body:
      "Su propia configuración las prohíbe en esta página. No se ha creado ni firmado nada. Avisa al equipo del sitio.",
  },
  blockedInFrame: {
    title: "Aquí no se permiten llaves de acceso",
    body:
      "La página que muestra este sitio no las permite. No se ha creado ni firmado nada. Abre el sitio en su propia pestaña.",
  },
  pageAddress: "Dirección de la página",
  nameTitle: "Elige tu nombre",
  nameIntro: "Lleva a tu cuenta, y cualquiera puede consultarlo.",
  nameClaim: (name) => `Reservar ${name}`,
  nameClaimNone: "Reservar este nombre",
  nameSkip: "Omitir",
  nameDone: (name) => `${name} es tuyo`,
  returning: (app) => `Volviendo a ${app}…`,
  nameRecords: "Perfil público que añade el sitio",
  nameSpaces: "Los nombres no pueden tener espacios.",
  nameGone: "Lo acaban de tomar. No se ha guardado nada; elige otro.",
  nameTakenOthers: "Ocupado. Libres:",
  nameStates: {
    empty: "De 3 a 63 letras, cifras o guiones.",
    checking: "Comprobando…",
    slow: "Seguimos comprobando…",
    offline: "Ahora no se puede comprobar. Revisa tu conexión; al escribir se intenta de nuevo.",
    free: "Disponible",
    taken: "Ocupado",
    similar: "Se parece demasiado a un nombre ocupado.",
    reserved: "Este nombre no se asigna.",
    short: "Un nombre tiene al menos 3 caracteres.",
    long: "Un nombre tiene como máximo 63 caracteres.",
    dot: "Un nombre no lleva puntos.",
    characters: "Estos caracteres no se pueden combinar en un nombre.",
  },
  send: (amounts) => `Enviar ${amounts}`,
  give: (amount) => `Das como máximo ${amount}`,
  sendTo: "Para",
  allow: (amount) => `Permitir gastar ${amount}`,
  allowAll: (symbol) => `Permitir gastar todos tus ${symbol}`,
  letUse: (who, amount) => `Permitir que ${who} use ${amount}`,
  endUse: (symbols) => `Retirar el acceso a tus ${symbols}`,
  allowLess: (amount) => `Reducir un permiso de gasto en ${amount}`,
  sendUnknown: "Enviar un token desconocido",
  allowUnknown: "Permitir gastar un token desconocido",
  allowTo: "Autorizado",
  allowCollection: "Permitir el acceso a una colección entera",
  callFunction: (name) => `Llamar a ${name}`,
  useContract: "Ejecutar una acción ilegible",
  callContract: "Acción ilegible",
  sendItem: "Enviar piezas de una colección",
  describedByWallet: "Tu cartera conoce este contrato. Las etiquetas están en inglés.",
  describedBy: (origin) => `Descrito por ${origin}`,
  describedHint: "Así describe el sitio su propio contrato. Nadie lo ha comprobado.",
  describedByConvention:
    "Lo que suele hacer una función con este nombre. Este contrato es desconocido.",
  thisContract: "Este contrato",
  stepsInside: (count, shown) => count === 1 ? "1 paso dentro" : `${shown} pasos dentro`,
  stepsThrough: (contract) =>
    `Lo hace ${contract}, no tu cuenta. Mueve lo que guarda ese contrato o permite gastarlo.`,
  stepsUnread: (count, shown) =>
    count === 1 ? "Hay 1 paso más sin comprobar." : `Hay ${shown} pasos más sin comprobar.`,
  through: (contract, title) => `Por medio de ${contract}: ${title}`,
  mayFail: "Si falla, los demás pasos siguen adelante.",
  function: "Función",
  yourAccount: "Tu cuenta",
  item: (id) => `N.º\u00a0${id}`,
  yes: "Sí",
  no: "No",
  actions: (count, shown) => count === 1 ? "1 acción" : `${shown} acciones`,
  confirm: "Confirmar",
  confirmActions: (count, shown) =>
    count === 1 ? "Confirmar 1 acción" : `Confirmar ${shown} acciones`,
  to: "Para",
  spender: "Autorizado",
  contract: "Contrato",
  value: "Valor",
  data: "Datos",
  bytes: (count) => count === "1" ? "1 byte" : `${count} bytes`,
  expected: "Cambios en tus saldos",
  expectedHint: "Estimación",
  noChanges: "Los saldos no cambian",
  noEstimate: "Sin estimación",
  review: "Revisar",
  gives: "Envías",
  gets: "Recibes",
  differs: (changes) => ({
    title: "La estimación muestra otra cosa",
    body: `Tus saldos cambiarían en ${changes}.`,
  }),
  unlisted: "no listado",
  leavesAtMost: "Puede salir como máximo",
  checkedByAccount: "Tu cuenta lo hace cumplir",
  notBounded: "Sin límite",
  fee: "Comisión",
  feeFree: "Gratis",
  paidBy: (sponsor) => `La paga ${sponsor}`,
  paidByUser: "Se paga al usarlo",
  feeMaximum: (amount) => `Como máximo ${amount}`,
  feeBalance: (amount) => `Saldo: ${amount}`,
  feeLoading: "Calculando la comisión…",
  feeChoose: "Pagar la comisión en",
  feeObstacle: {
    balance: "Saldo insuficiente",
    limit: "La comisión es demasiado alta para esto",
    unavailable: "No disponible ahora",
  },
  sponsorFailed: "El patrocinador no ha pagado",
  sponsorFailedHint: (amount) =>
    `El sitio ofreció pagar la comisión, pero su patrocinador se ha negado. Puedes pagarla tú: como máximo ${amount}.`,
  payMyself: (amount) => `Pagar yo la comisión, como máximo ${amount}`,
  payAndConfirm: "Pagar y confirmar",
  notEnough: (symbol) => `No tienes suficiente ${symbol} para la comisión`,
  notEnoughHint: (need, have) => `Puedes necesitar hasta ${need} y tienes ${have}.`,
  missing: (amount) => `Añade ${amount} para continuar`,
  receiveAt: (network) => `Tu dirección, solo en ${network}`,
  unlimited: "Sin límite",
  signTitle: "Firmar un mensaje",
  signIntro: "Firmar es gratis y por sí solo no mueve nada. Firma solo lo que entiendas.",
  sign: "Firmar",
  message: "Mensaje",
  typedTitle: "Firmar datos desconocidos",
  typedIntro: "Lo que firmas puede permitir a otros actuar por ti. Revisa los valores.",
  permitTitle: "Permitir gastos",
  orderTitle: (exchange) => `Orden en ${exchange}`,
  youGive: "Das como máximo",
  youGet: "Recibes al menos",
  orderOpen: "Nada garantizado",
  orders: (count, shown) =>
    count === 1 ? "1 orden" : `${shown} órdenes; cada una puede ejecutarse por separado`,
  orderNumber: (number) => `Orden ${number}`,
  ordersEmpty: (count, shown) =>
    count === 1
      ? "Se omite 1 lugar vacío del árbol."
      : `Se omiten ${shown} lugares vacíos del árbol.`,
  nothing: "Nada",
  leavesLater: "Nada en este paso; lo que permites puede salir más tarde",
  leavesLaterToo: "En este paso; lo que permites puede salir más tarde",
  sendEmpty: "Enviar una transacción vacía",
  anyItem: "Cualquier pieza de la colección",
  more: (count) => `y ${count} más`,
  token: "Token",
  amount: "Importe",
  smallestUnit: "en la unidad más pequeña",
  validUntil: "Válido hasta",
  noEnd: "Sin fecha de fin",
  domain: "Para",
  market: "Mercado",
  verifyingContract: "Contrato",
  items: (count, shown) => count === 1 ? "1 elemento" : `${shown} elementos`,
  empty: "vacío",
  wholeValue: "Valor completo",
  hiddenMark: (code) => `carácter oculto ${code}`,
  grantTitle: "Permitir un acceso limitado",
  grantSigned: "Firmas ahora; el permiso llega a la red la primera vez que se usa.",
  grantIntro:
    "No se te preguntará cada vez. Puedes quitarle el acceso cuando quieras en tu cartera.",
  grantAction: "Permitir",
  revokeTitle: "Quitar el acceso",
  revokeIntro: "Termina al momento y para siempre.",
  revokeAction: "Quitar el acceso",
  revokeAllTitle: "Quitar el acceso a todas las apps",
  revokeAllIntro:
    "Ninguna app ni agente podrá gastar desde esta cuenta, tampoco con permisos firmados. No se puede deshacer.",
  revokeAllAction: "Quitar todos",
  revokeAllOn: "También en estas redes",
  revokeAllFails: "Sin conexión: el acceso sigue",
  permissionId: "Permiso",
  maySpend: "Puede gastar",
  mayCall: "Puede llamar a",
  onlyTransfers: "Solo transferencias",
  validFrom: "Válido desde",
  upTo: (amount) => `Hasta ${amount}`,
  remaining: (amount) => `Disponible: ${amount} en este periodo`,
  everySome: (duration) => `cada ${duration}`,
  periods: {
    minute: "por minuto",
    hour: "por hora",
    day: "al día",
    week: "a la semana",
    month: "al mes",
    year: "al año",
    forever: "en total",
  },
  later: "Más tarde",
  passkey: "Llave de acceso",
  address: "Dirección",
  passkeyName: "Nombre de la nueva llave de acceso",
  passkeyNameHint: "Móvil, llave de seguridad…",
  passkeyHere: (name) => `${name} (este dispositivo)`,
  addPasskeyTitle: "Añadir una llave de acceso",
  addPasskeyIntro:
    "Una segunda forma de entrar en tu cuenta, en otro dispositivo o en una llave de seguridad.",
  addPasskeyOffer:
    "Tu llave de acceso está solo en este dispositivo. Si lo pierdes, pierdes la cuenta.",
  addPasskeyAction: "Crear llave de acceso",
  ownerAddPasskey: {
    title: (name: string | undefined): string =>
      name === undefined
        ? "¿Añadir la nueva llave de acceso?"
        : `¿Añadir \u2068${name}\u2069 a tu cuenta?`,
    intro:
      "Usa la llave de acceso que ya tienes. A partir de ahí, las dos abren la cuenta, en todas las redes.",
    action: "Añadir llave de acceso",
  },
  ownerAddAddress: {
    title: (who) => `¿Dejar que \u2068${who}\u2069 te ayude a recuperar la cuenta?`,
    control: (who) => `¿Dejar que \u2068${who}\u2069 controle tu cuenta?`,
    intro: (who, wait) =>
      `Si pierdes tu llave de acceso, \u2068${who}\u2069 puede devolverte el acceso tras ${wait}. Hasta entonces puedes detenerlo.`,
    action: "Permitir",
    giveControl: "Dar el control total",
  },
  ownerRemove: {
    title: (name: string | undefined): string =>
      name === undefined
        ? "¿Quitar esta llave de acceso?"
        : `¿Quitar \u2068${name}\u2069 de tu cuenta?`,
    intro: "Deja de funcionar en cada red en cuanto el cambio llega a ella.",
    action: "Quitar",
  },
  ownerFull: "En vez de eso, darle ya el control total",
  ownerAddressRisk: {
    title: "Quien tenga su clave controla tu cuenta",
    body: "Añade solo una dirección cuya clave guardes tú. Después no necesitará tu permiso.",
  },
  ownerRemoveThis: "¿Quitar la llave de este dispositivo?",
  ownerRemoveHere: {
    title: "Perderás el acceso en este dispositivo",
    body:
      "Su llave ya no abrirá la cuenta. Para volver a entrar, usa otra llave de acceso o una dirección de recuperación.",
  },
  ownerLate: "El cambio aún no llega a todas las redes",
  ownerLateOn: "Aún funciona en",
  ownerSoonOn: "Se quita en minutos",
  ownerStillValid: "Aún no se ha quitado en todas partes",
  ownerStillValidOn: (chains) =>
    `El cambio no puede llegar ahora a ${chains}. Allí sigue siendo válida hasta que llegue.`,
  ownersAhead: "Un cambio posterior en una red",
  ownersAheadOn: (chains) =>
    `En ${chains} hay un cambio posterior que aquí no se conoce. Si confirmas, valen en todas ` +
    "partes los propietarios que ves aquí; después, repite ese cambio.",
  ownersForked: "Otros propietarios en una red",
  ownersForkedOn: (chains) =>
    `En ${chains}, un propietario cambió esta cuenta sin los demás. Confirma para volver a tener ` +
    "los mismos propietarios en todas partes.",
  ownerStays: "Conserva el acceso",
  ownerStaysRecovery: "Puede recuperar",
  ownersLost: "Ya no es tuya en una red",
  ownersLostOn: (chains) =>
    `En ${chains}, esta cuenta tiene otros propietarios y ninguno es tuyo. Nada de lo que firmes ` +
    "aquí puede cambiarlo.",
  codeUnknown: "Código desconocido en una red",
  codeUnknownOn: (chains) =>
    `En ${chains}, esta cuenta ejecuta código que tu cartera no conoce. Allí no se hace este ` +
    "cambio; recarga esta página para tener su versión más reciente.",
  otherAddress: "Cambiar la dirección",
  warnings: {
    unlimited_approval: () => ({
      title: "Gasto sin límite",
      body: "El autorizado puede vaciar tu saldo de este token, ahora y después.",
    }),
    whole_approval: () => ({
      title: "Podría vaciar tu saldo de un token",
      body: "El autorizado puede llevarse todo o casi todo lo que tienes de él.",
    }),
    approval_for_all: () => ({
      title: "Acceso a la colección entera",
      body: "El operador puede llevarse todas tus piezas, ahora y después.",
    }),
    permit: () => ({
      title: "Esta firma permite gastar",
      body: "Quien la tenga puede mover tus tokens sin volver a preguntarte.",
    }),
    long_approval: () => ({
      title: "Dura más de un año",
      body:
        "Permítelo solo si vas a confiar en la app durante tanto tiempo. A menudo se debe a un error de la app.",
    }),
    order_for_nothing: () => ({
      title: "No recibirías casi nada a cambio",
      body: "La orden entrega lo que se indica, y no es seguro que recibas algo de valor.",
    }),
    value_to_token: () => ({
      title: "Paga al contrato de un token",
      body:
        "Mover tokens o permitir gastarlos no requiere ningún pago. Lo que envíes con ello seguramente se perderá.",
    }),
    hands_over: (detail) => ({
      title: "Otros podrían actuar por ti allí",
      body: detail === ""
        ? "Da a otra persona el control de lo que tienes en un contrato."
        : `Da a ${detail} el control de lo que tienes en un contrato.`,
    }),
    moves_tokens: () => ({
      title: "Esta firma envía tus tokens",
      body: "Quien la tenga puede hacer la transferencia sin volver a preguntarte.",
    }),
    runs_calls: (detail) => ({
      title: "Esta firma ejecuta una acción",
      body: detail === ""
        ? "Quien la tenga puede hacer lo que se indica, en tu nombre."
        : `Quien la tenga puede hacer lo que se indica con lo que guarda ${detail}.`,
    }),
    other_account: (detail) => ({
      title: "Cambia o usa una cuenta",
      body: detail === ""
        ? "Con estos datos se cambian cuentas o se envía desde ellas. Ningún sitio necesita esta firma."
        : `Los datos cambian o usan la cuenta ${detail}. Ningún sitio necesita esta firma.`,
    }),
    acts_for_you: () => ({
      title: "Menciona tu cuenta",
      body: "Un contrato podría tomar esta firma por una orden tuya, y aquí no se puede leer.",
    }),
    for_contract: (detail) => ({
      title: "Solo un contrato puede leer esto",
      body: `El contrato ${detail} decide qué hace tu firma. Podría entregarlo todo.`,
    }),
    signs_hash: () => ({
      title: "Un hash, no un texto",
      body: "Puede significar cualquier cosa, incluso una orden que lo entrega todo.",
    }),
    sign_in_elsewhere: (detail) => ({
      title: "Estás en otro sitio",
      body: `Alguien podría intentar entrar en ${detail} en tu nombre.`,
    }),
    odd_data: () => ({
      title: "Datos inusuales",
      body: "Una función conocida, escrita de forma inusual. Se muestra lo peor que puede hacer.",
    }),
    unlimited_grant: (detail) => ({
      title: "Podría vaciar tu saldo de un token",
      body: `El límite cubre todo o casi todo tu saldo de ${detail}.`,
    }),
    no_token: (detail) => ({
      title: "En esta dirección no responde ningún token",
      body:
        `No se puede saber qué es ${detail} ni cuánto valen estas cantidades. Permítelo solo si sabes para qué sirve.`,
    }),
    long_grant: () => ({
      title: "Dura más de un año",
      body: "Permítelo solo si vas a recordarlo. Puedes ponerle fin cuando quieras.",
    }),
    endless_grant: () => ({
      title: "Nunca termina por sí solo",
      body: "Dura más de lo que vas a necesitar. Elige una fecha anterior.",
    }),
    unwatched_tokens: (detail) => ({
      title: "Otros tokens quedan sin límite",
      body: detail === ""
        ? "Tienes o permitiste demasiados tokens más para limitarlos todos aquí."
        : `Estos contratos podrían tomar otros tokens tuyos: ${detail}. A ellos no se les aplica ningún límite.`,
    }),
    unread_grant: (detail) => ({
      title: "No podemos leer a qué puede llamar",
      body:
        `No conocemos una función de ${detail}. Los límites no cubren lo que ese contrato guarda para ti ni lo que haga después.`,
    }),
    new_spender: () => ({
      title: "Nuevo: esta dirección nunca tuvo acceso",
      body: "Asegúrate de que el sitio te indica la misma dirección.",
    }),
    risky_grant: (detail) => ({
      title: "Permite a otros mover tus tokens",
      body:
        `Una función de ${detail} mueve tokens o permite que otros los muevan. Aquí no rige ningún límite.`,
    }),
    unknown_function: () => ({
      title: "Función desconocida",
      body: "No podemos saber qué hace. Continúa solo si confías en este sitio.",
    }),
    partly_read: () => ({
      title: "No podemos leer una parte de esta acción",
      body:
        "Contiene más pasos en forma de datos sin procesar. Continúa solo si confías en este sitio.",
    }),
    look_alike: (detail) => ({
      title: "Se parece a una dirección que conoces, pero es otra",
      body: detail === "" ? "Compara cada carácter." : `Compara cada carácter con ${detail}`,
    }),
    hidden_characters: () => ({
      title: "Caracteres ocultos",
      body: "El texto tiene caracteres que no se ven. Están marcados.",
    }),
    not_text: () => ({
      title: "No es texto",
      body: "El sitio te pide firmar bytes que no se pueden leer.",
    }),
    other_chain: (detail) => ({
      title: "Para otra red",
      body: detail === ""
        ? "Los datos son para una red distinta de la que usas."
        : `Los datos son para la red ${detail}, no para la que usas.`,
    }),
    simulation_reverts: (detail) => ({
      title: "Probablemente fallará",
      body: detail === "" ? "La simulación ha fallado." : `La simulación dice: ${detail}`,
    }),
    simulation_unavailable: () => ({
      title: "Sin estimación",
      body: "No se han podido estimar los cambios de saldo. Lo que se indica abajo sí es exacto.",
    }),
    simulation_differs: () => ({
      title: "Los resultados varían",
      body: "En una segunda prueba salió más de tu cuenta. Se muestra el peor resultado.",
    }),
    gives_approval: (detail) => ({
      title: "Permite a otra dirección llevarse tus tokens",
      body: detail === ""
        ? "El nombre de la función no lo dice."
        : `El nombre de la función no lo dice. ${detail}`,
    }),
    not_bounded: (detail) => ({
      title: "Un token no se puede comprobar",
      body: `Podría salir más de lo estimado: ${detail}`,
    }),
    may_be_sent: () => ({
      title: "Puede que ya se haya enviado",
      body: "Confirma otra vez para saberlo. Nada se envía dos veces.",
    }),
    passkey_not_backed_up: () => ({
      title: "Esta llave de acceso está solo en este dispositivo",
      body: "Si lo pierdes, pierdes la cuenta. Añade pronto una segunda llave de acceso.",
    }),
  },
  causes: {
    unknown_bundle: {
      title: "Solicitud desconocida",
      body: "Tu cartera nunca ha enviado una solicitud con este identificador. Nada ha cambiado.",
    },
    user_rejected: { title: "Cancelado", body: "No se ha firmado ni enviado nada." },
    passkey_cancelled: {
      title: "Uso de la llave de acceso cancelado",
      body: "No se ha firmado ni enviado nada.",
    },
    passkey_invalid: {
      title: "Llave de acceso no aceptada",
      body: "No se ha firmado ni enviado nada. Vuelve a intentarlo o usa otra llave de acceso.",
    },
    passkey_exists: {
      title: "Aquí ya tienes una llave de acceso",
      body:
        "No se ha creado otra: esta abre la cuenta. Para añadir una, usa otro dispositivo o una llave de seguridad.",
    },
    passkey_wrong_site: {
      title: "Las llaves de acceso no funcionan en esta dirección",
      body:
        "No se ha creado ni firmado nada. La llave es de otra dirección, que no permite esta, o este " +
        "navegador no puede pedirla aquí. Usa otra llave u otro navegador, o avisa al equipo del sitio.",
    },
    passkey_no_authenticator: {
      title: "No hay dónde guardar una llave de acceso",
      body:
        "No se ha creado nada. Configura un bloqueo de pantalla, o usa un móvil o una llave de seguridad.",
    },
    passkey_failed: {
      title: "El gestor de contraseñas lo ha rechazado",
      body:
        "No se ha firmado ni enviado nada. Si vuelve a fallar, elige otro gestor de contraseñas en los ajustes de este dispositivo o usa otro dispositivo.",
    },
    passkey_pending: {
      title: "Hay otra solicitud de llave de acceso abierta",
      body: "No se ha firmado ni enviado nada. Complétala o ciérrala y vuelve a intentarlo.",
    },
    storage_full: {
      title: "El servicio de la cartera está lleno",
      body: "No se ha enviado nada. Vuelve a intentarlo más tarde.",
    },
    storage_down: {
      title: "El servicio de la cartera no está listo",
      body: "Vuelve a intentarlo en un momento.",
    },
    passkey_unsupported: {
      title: "Este navegador no puede usar llaves de acceso aquí",
      body: "Abre la página en un navegador actualizado, fuera de otras apps. Nada ha cambiado.",
    },
    passkey_unknown: {
      title: "No hay ninguna cuenta con esta llave de acceso",
      body: "Prueba otra llave de acceso o crea una cuenta. Nada ha cambiado.",
    },
    wrong_passkey: {
      title: "Esta llave de acceso es de otra cuenta",
      body: "No se ha enviado nada. Usa la llave de acceso de la cuenta que se muestra.",
    },
    service_down: {
      title: "No hay conexión con el servicio de la cartera",
      body: "Revisa tu conexión y vuelve a intentarlo.",
    },
    host_unreachable: {
      title: "No hay conexión con la cartera",
      body: "No se ha firmado ni enviado nada. Revisa tu conexión y vuelve a intentarlo.",
    },
    chain_down: {
      title: "No hay conexión con la red",
      body: "Vuelve a intentarlo en un momento.",
    },
    chain_unknown: {
      title: "Red no admitida",
      body: "No se ha enviado nada. El sitio tiene que usar otra red.",
    },
    chain_unsupported: {
      title: "Red no admitida",
      body: "No se ha enviado nada. El sitio tiene que usar otra red.",
    },
    origin_not_allowed: {
      title: "Este sitio no está registrado",
      body:
        "Su dirección no está en la lista de su proyecto. No se ha hecho nada. Avisa a su equipo.",
    },
    key_invalid: {
      title: "Este sitio no está registrado",
      body: "El servicio de la cartera no conoce su clave. No se ha hecho nada. Avisa a su equipo.",
    },
    limit_exceeded: {
      title: "Demasiadas solicitudes",
      body: "No se ha enviado nada. Espera un momento y vuelve a intentarlo.",
    },
    simulation_reverts: {
      title: "Esto fallaría",
      body:
        "No se ha enviado nada. La red rechazaría estas acciones; revisa los importes y los saldos.",
    },
    operation_refused: {
      title: "La red lo ha rechazado",
      body: "No se ha enviado nada. Vuelve a intentarlo; si se repite, avisa al equipo del sitio.",
    },
    sponsor_failed: {
      title: "El patrocinador no ha pagado",
      body: "No se ha enviado nada. Vuelve a intentarlo o paga tú la comisión.",
    },
    quote_changed: {
      title: "Los importes han cambiado",
      body: "No se ha firmado nada. Revisa los nuevos importes y confirma otra vez.",
    },
    not_ready: {
      title: "Aún no está listo",
      body: "No se ha firmado nada. Espera a que estén todos los importes.",
    },
    service_mismatch: {
      title: "El servicio de la cartera ha preparado otra cosa",
      body: "No se ha firmado nada. Detente aquí y avisa al equipo del sitio.",
    },
    insufficient_funds: {
      title: "Fondos insuficientes",
      body: "No se ha enviado nada. Añade fondos o reduce el importe.",
    },
    code_unknown: {
      title: "Tu cuenta ejecuta código desconocido",
      body:
        "No se ha firmado nada. Recarga esta página para tener su versión más reciente. Si vuelves a ver esto, puede que alguien haya sustituido el código de la cuenta en esta red: no le envíes nada allí. En otras redes puedes seguir usándola.",
    },
    owner_is_contract: {
      title: "Esta dirección es un contrato",
      body:
        "No se ha cambiado nada. En otra red, la misma dirección puede ser de otra persona, que allí sería propietaria de tu cuenta. Usa la dirección de una cartera con clave propia, no de una cartera inteligente.",
    },
    permission_unknown: {
      title: "Permiso desconocido",
      body: "Esta cuenta nunca ha dado un permiso con este identificador. Nada ha cambiado.",
    },
    name_taken: {
      title: "Ese nombre está ocupado",
      body:
        "No se ha guardado nada. Está ocupado, o se parece demasiado a uno que lo está. Elige otro.",
    },
    bundle_too_large: {
      title: "Demasiadas acciones a la vez",
      body: "No se ha enviado nada. El sitio tiene que dividirlas.",
    },
    duplicate_id: {
      title: "Ya enviado",
      body: "Estas acciones ya se enviaron. No se ha vuelto a enviar nada.",
    },
  },
  cancelledInApp: {
    title: "Uso de la llave de acceso cancelado",
    body:
      "No se ha firmado ni enviado nada. Si nada te ha pedido la llave de acceso, puede que la app que muestra esta página no lo permita: abre la página en tu navegador.",
  },
  cancelledAgain: {
    title: "Uso de la llave de acceso cancelado",
    body:
      "No se ha firmado ni enviado nada. Si nada te la ha pedido, configura un bloqueo de pantalla en este dispositivo o usa otro dispositivo.",
  },
  otherCause: {
    title: "No ha funcionado",
    body: "Revisa tu actividad antes de volver a intentarlo.",
  },
  screens: {
    ending: {
      ends: "Lo que permitió también termina",
      none: "No permitió nada que siga vigente.",
      unknown: "No se ha podido cargar la lista. Todo termina de todos modos.",
      standing: "Permisos de tokens que se mantienen",
      approvalsUnknown: "No se ha podido cargar la lista.",
      endThem: "Retirarlos después, con una confirmación por red",
      approvals: "La red no sabe qué llave de acceso dio un permiso. Quitar una no retira ninguno.",
    },
    grant: {
      spend: (app, limits) => `Permitir que ${app} gaste ${limits}`,
      limit: (amount, period, again) => `${again ? "" : "hasta "}${amount} ${period}`,
      stop: (app, limits) => `Impedir que ${app} gaste ${limits}`,
      stopAll: (app) => `Quitar el acceso de ${app}`,
      units: (figure, token) => `${figure} unidades mínimas de ${token}`,
      everything: (symbol) => `todos tus ${symbol}`,
      most: (app, limits, end = "", all = "") =>
        `${app} puede ${
          limits === "" ? "llamar a las funciones de abajo, sin gastar nada" : `gastar ${limits}`
        }` +
        `${end === "" ? ", sin fecha final" : ` hasta el ${end}`}` +
        `${all === "" ? "." : `; como máximo ${all} en total.`}`,
      agent: (name, begins) => `${begins ? "El" : "el"} agente «${name}»`,
      quoted: (words) => `«${words}»`,
      agentName: "Nombre",
      purpose: "Para",
      hosts: "Dice pagar solo a",
      hostsHint: "Lo promete el agente. Tu cuenta no lo comprueba.",
      linkSays: "El enlace dice",
      linkHint: "Llegó por un enlace, y cualquiera puede crear uno. Permítelo solo si lo pediste.",
      less: "Cambiar los límites",
      lessHint: "Puedes reducir los importes y adelantar el final. La app sabrá lo que permites.",
      tooMuch: (most) => `Más de 0 y como máximo ${most}.`,
      tooLate: "A partir de mañana y no después de lo solicitado.",
    },
    party: {
      first: "Primera vez",
      times: (count, shown) => count === 1 ? "Enviado una vez" : `Enviado ${shown} veces`,
    },
    permission: {
      word: (position) => `Palabra ${position} de los datos`,
      kinds: {
        equal: "exactamente",
        atMost: "como máximo",
        oneOf: "uno de",
        account: "tu cuenta",
        spender: "el autorizado",
      },
      untouched: "No puede perder nada de",
    },
    reading: {
      allows: "Otros podrán llevarse después",
      suffix: "Etiqueta del sitio",
      suffixHint: "El sitio añade estos bytes para contar sus operaciones. No cambian nada más.",
      everything: "Todo",
      collection: "Todas las piezas de esta colección",
      control: "Lo que controlas en este contrato",
      heldBy: "Guardado por",
      inAll: "Total máximo",
      inside: "Permite a otros hacer esto",
      trade: (given, got) => `Cambiar ${given} por al menos ${got}`,
      collectibles: (count, shown) => count === 1 ? "1 coleccionable" : `${shown} coleccionables`,
      unknownTokens: (count, shown) =>
        count === 1 ? "un token desconocido" : `${shown} tokens desconocidos`,
      moreTokens: (count, shown) => count === 1 ? "1 token más" : `${shown} tokens más`,
      handOver: "Ceder el control de un contrato",
      othersGive: (amounts) => `Otra cuenta da como máximo ${amounts}`,
      othersAllow: (amounts) => `Otra cuenta permite gastar ${amounts}`,
      allOfTheirs: (symbol) => `todos sus ${symbol}`,
      gain: (amounts) => `Recibir ${amounts}`,
      expectGet: (amounts) => `Previsto: recibes ${amounts}`,
      expectGive: (amounts) => `Previsto: das ${amounts}`,
      expectBoth: (given, got) => `Previsto: −${given}, +${got}`,
      expectSome: (_, shown) => `Previsto: ${shown} cambios en tus saldos`,
      endMore: (amounts) => `Previsto: acabas con ${amounts} más`,
      alsoExpected: (changes) => ({
        title: "Llegarían activos no listados",
        body: `${changes}. Cualquiera puede crearlos, con cualquier nombre.`,
      }),
      named: "Para",
      signInFor: (domain) => `Este inicio de sesión es para ${domain}`,
      signInTitle: (domain) => `Iniciar sesión en ${domain}`,
      signInIntro: "Iniciar sesión es gratis y no mueve fondos.",
      signIn: "Iniciar sesión",
      consent: (domain) => `Quiero iniciar sesión en ${domain} desde este sitio`,
      signAnyway: "Firmar de todos modos",
    },
    recovery: {
      alarm: (when, name) => ({
        title: name === undefined
          ? "Alguien está recuperando esta cuenta"
          : `Alguien está recuperando ${name}`,
        body: `Surte efecto ${when}. ¿No eres tú?`,
      }),
      more: "Otras opciones",
      helps:
        "Ayuda si pierdes tus llaves de acceso o si se filtra la clave de esta dirección. No ayuda contra un ladrón que tenga una de tus llaves de acceso.",
      waits: "Tiempo de espera",
      shorter: (before) => `Menos que ahora: se aplica tras ${before}.`,
      stop: {
        title: "¿Detener esta recuperación?",
        intro: "Quien la inició no obtiene acceso. Tus llaves de acceso siguen funcionando.",
        action: "Detener",
        keep: "Dejar que siga",
      },
      mine: "Soy yo",
      startedBy: "Iniciada por",
      takesEffect: "Surte efecto",
      networks: "Redes",
      remove: "Quitar también esta dirección de recuperación",
      stays:
        "Si no, puede iniciar otra recuperación, con un nuevo tiempo de espera. Quítala si no sabes quién la tiene.",
      blocked:
        "Inició varias recuperaciones y no puede iniciar otra hasta que cambies lo que abre tu cuenta. Quítala si no sabes quién la tiene.",
      removed:
        "Ya no puede iniciar ninguna recuperación. Añade otra después, por si pierdes tus llaves de acceso.",
      late: (chains) => ({
        title: "Con esto no se detiene en todas partes",
        body:
          `El servicio de la cartera no llega a ${chains}. Detenla allí con la página de rescate.`,
      }),
    },
    signIn: {
      until: (time) => `Sesión hasta el ${time} como máximo`,
      from: (time) => `Empieza el ${time}`,
      resources: "El sitio indica estas direcciones",
      acts: "Con esto, el sitio puede actuar por ti en otros lugares",
      request: "Solicitud",
    },
    status: {
      title: "Estado",
      id: "Solicitud",
      transaction: "Transacción",
      reason: "Motivo",
      time: "Confirmado",
      causes: {
        balance: "Un saldo no bastaba.",
        allowance: "Un permiso de gasto no bastaba.",
        price: "El precio cambió demasiado.",
        other: "Un contrato lo rechazó.",
      },
      seeTransaction: "Ver en el explorador",
      notYet: "Aún no está en la red",
      longer: "Tarda más de lo habitual. Puedes cerrar esto; sigue sin ti.",
      unread: {
        title: "Aún sin respuesta",
        body: "Puede que se haya ejecutado. Compruébalo de nuevo antes de repetirlo.",
      },
      sent: (amount, who) => `Has enviado ${amount} a ${who}.`,
      received: (amount, who) => `Has recibido ${amount} de ${who}.`,
      sentLabel: "Enviado",
      receivedLabel: "Recibido",
      notAll: "No se incluyen los pagos en la moneda de la red ni los coleccionables.",
      more: (count, shown) =>
        count === 1 ? "1 más en los detalles." : `${shown} más en los detalles.`,
      statuses: {
        100: { title: "En camino", body: "Tarda unos segundos. Puedes cerrar esto." },
        200: { title: "Hecho", body: "Todo se ha ejecutado." },
        400: { title: "No enviado", body: "No llegó a la red. Nada ha cambiado." },
        500: {
          title: "Ha fallado",
          body: "Se ha deshecho todo. Puede que se haya pagado una comisión.",
        },
      },
    },
    success: {
      connected: "Conectado",
      created: "Cuenta creada",
      sent: (amounts) => `Has enviado ${amounts}`,
      arriving: (amounts) => `${amounts} en camino`,
      signed: "Firmado",
      allowed: "Permitido",
      removed: "Acceso retirado",
      added: "Añadido",
      saved: "Hecho",
    },
    upgrade: {
      title: "¿Actualizar esta cuenta?",
      intro:
        "Las últimas mejoras y correcciones de los creadores de tu cartera. Tu dirección, tus fondos, tus llaves de acceso y tus permisos no cambian.",
      action: "Actualizar",
      code: "Código nuevo",
      noWayBack: (chain) => `Solo en ${chain}, y no se puede volver atrás.`,
      createTitle: (chain) => `¿Crear tu cuenta en ${chain}?`,
      createIntro:
        "La misma cuenta, con la misma dirección. Las llaves de acceso y direcciones de recuperación que tienes ahora valen también allí; las que quitaste, no.",
      createAction: "Crearla allí",
    },
    watchAsset: {
      title: (symbol) =>
        symbol === undefined
          ? "¿Mostrar este token en tu cartera?"
          : `¿Mostrar ${symbol} en tu cartera?`,
      intro: "No se envía ni se permite nada.",
      action: "Mostrar el token",
      balance: "Tu saldo",
      unknown: "Desconocido",
      differs: {
        title: "El sitio describe otro token",
        body:
          "Su símbolo o sus decimales no son los de este contrato, que se muestran aquí. Compara la dirección antes de fiarte.",
      },
      none: {
        title: "No hay ningún token en esta dirección",
        body: "En esta red no responde allí ningún contrato ERC-20. No se ha añadido nada.",
      },
    },
  },
};
