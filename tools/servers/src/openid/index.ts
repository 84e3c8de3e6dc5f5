export { openidKey, startOpenidProvider } from './openid-provider.ts'
export type { OpenidProvider, OpenidProviderOptions } from './openid-provider.ts'
export { passOpenidPages } from './visitor.ts'
