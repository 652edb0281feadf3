import type { SystemFiles } from './system-files.ts'

/**
 * Returns the cloud, and the machine type if DMI states it: `AWS c6i.12xlarge`, `GCP`, `Azure`. Null on a physical
 * machine, and on an unknown virtual one.
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
  // Microsoft's asset tag distinguishes an Azure machine from others on Hyper-V.
  if (chassis === '7783-7084-3265-9085-8269-3286-77') return 'Azure'
  if (chassis === 'OracleCloud.com') return 'Oracle Cloud'
  if (vendor === 'Hetzner') return product === null ? 'Hetzner' : `Hetzner ${product}`
  if (vendor === 'DigitalOcean' || vendor === 'Alibaba Cloud' || vendor === 'OpenStack Foundation') return vendor
  return null
}
