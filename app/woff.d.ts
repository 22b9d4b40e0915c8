declare module "*.woff" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
