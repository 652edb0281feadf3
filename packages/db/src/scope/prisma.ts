// Values and types of Prisma that queries need beside the client that their scope gives them.
// biome-ignore lint/performance/noBarrelFile: the generated module exports the client too, which queries may not make.
export { Prisma } from '../generated/client.ts'
