/** Words of the home page about a lost passkey or device, in Spanish. @module */
import type { LostText } from "./lost_en.ts";

/** The words. */
export const lost: LostText = {
  lostTitle: "¿Has perdido tu llave de acceso?",
  lostWays: {
    device: [
      "Está en otro dispositivo",
      "Necesitas tu otro teléfono u ordenador, o tu gestor de contraseñas.",
    ],
    friend: ["Un amigo puede ayudarte", "Necesitas a un amigo que hayas añadido antes."],
    rescue: [
      "Tengo un archivo de recuperación",
      "Necesitas el archivo y la cartera de tu dirección de recuperación.",
    ],
  },
  lostSteps: {
    device: [
      "Si la llave está en un gestor de contraseñas, inicia sesión en él en este dispositivo.",
      "Inicia sesión aquí. Si este dispositivo pregunta, elige el que tiene la llave.",
    ],
    rescue: [
      "Abre la página de rescate en un navegador con la cartera de tu dirección de recuperación.",
      "Elige allí tu archivo de recuperación. El archivo solo no abre nada.",
      "Inicia la recuperación. Tras un tiempo de espera, tu cuenta recibe una llave de acceso o una dirección nueva.",
    ],
  },
  lostNone: "Sin nada de esto, nadie puede abrir la cuenta, ni siquiera nosotros.",
  lostDevice: "He perdido un dispositivo",
  lostSignIn: "Inicia sesión en tu nuevo teléfono",
  lostSynced: (provider = "tu gestor de contraseñas") =>
    `Tu llave de acceso está sincronizada. Inicia sesión en ${provider} en tu nuevo dispositivo: la llave ya está ahí.`,
  lostCopy:
    "El dispositivo perdido puede conservar una copia. Cierra su sesión en el gestor de contraseñas. Para anular la copia, añade otra llave de acceso y quita esta desde el otro dispositivo.",
  lostOnly:
    "Tu única llave de acceso no está sincronizada. Cuando añadas otra, podrás quitar esta desde el otro dispositivo.",
  otherWays: "Otras formas de entrar en tu cuenta",
  whichDevice: "Quita su llave de acceso",
  removeLost:
    "Otras llaves de acceso controlan esta cuenta en todas las redes, así que no se puede quitar nada.",
  removeEverywhere: (name) => `Quitar ${name} en todas partes`,
  removedDevice: "Ya no abre tu cuenta.",
  removedPartly: "Aún no se ha quitado en todas partes.",
  worksStill: (chains) =>
    `Sigue funcionando en ${chains} hasta que llegue el cambio. Mientras tanto, no envíes nada allí.`,
  worksAbsent: (chains) =>
    `Tu cuenta aún no está en ${chains}. Créala allí antes de enviarle nada: la llave de acceso que has quitado podría llevárselo.`,
  endAccess: "Retira los permisos de las apps",
  endAccessLine: "Quien tenga el dispositivo puede haber permitido más de lo que sabes.",
  endedAccess: "Ninguna app puede gastar por ti y no hay sitios conectados.",
  disconnectAll: "Desconectar todos los sitios",
  replaceDevice: "Añade una llave de acceso",
  replaceDeviceLine:
    "En otro dispositivo o en una llave de seguridad, por si vuelves a perder uno.",
};
