import type { SystemFiles } from './system-files.ts'

/**
 * The cloud, and the type of machine where it says so in DMI: `AWS c6i.12xlarge`, `GCP`, `Azure`. Null on one's own
 * machine, and on a virtual one of which nothing is known.
 */
export async function readCloudType(files: SystemFiles): Promise<string | null> {
  const dmi = (name: string) => files.text(`sys/class/dmi/id/${name}`)
  const [vendor, product, chassis] = [
    await dmi('sys_vendor'),
    await dmi('product_name'),
    await dmi('chassis_asset_tag'),
  ]
  if (vendor === 'Amazon EC2') return product === null ? 'AWS' : `AWS ${product}`
  if (vendor === 'Google' || product === 'Google Compute Engine') return 'GCP'
  // Microsoft's own asset tag tells a machine of Azure from any other on Hyper-V.
  if (chassis === '7783-7084-3265-9085-8269-3286-77') return 'Azure'
  if (chassis === 'OracleCloud.com') return 'Oracle Cloud'
  if (vendor === 'Hetzner') return product === null ? 'Hetzner' : `Hetzner ${product}`
  if (vendor === 'DigitalOcean' || vendor === 'Alibaba Cloud' || vendor === 'OpenStack Foundation') return vendor
  return null
}
