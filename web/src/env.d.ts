/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:locale/*' {
  const catalogue: string;
  export default catalogue;
}
