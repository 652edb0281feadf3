import type { ComponentProps } from 'react'

/** A form that the browser sends to an address, also before hydration and without a script. */
export const PlainForm = (props: ComponentProps<'form'> & { action: string }) => <form {...props} />
