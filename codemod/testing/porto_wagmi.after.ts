import { acct } from '@sdk/connector'
import { baseSepolia } from 'viem/chains'
import { createConfig, http } from 'wagmi'

// The comment and the odd   spacing stay.
export const config = createConfig({
  chains:   [baseSepolia],
  connectors: [acct({ apiKey: 'pk_live_…' /* TODO(acct): your API key */, /* TODO(acct): set paymasters to the URL of an ERC-7677 service per chain. Was: merchantUrl: '/porto/merchant' */ })],
  transports: { [baseSepolia.id]: http() },
})

export const isPorto = (connector: { id: string }) => connector.id === 'acct'
