import { createApp } from "vue";
import Wallet from "./wallet.vue";

createApp(Wallet).mount("#root");
