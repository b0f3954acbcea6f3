import { z } from 'zod';

/** `push.v1.PushRequest` in its JSON form. Bytes are base64; what else a newer agent says is not looked at. */
export const pushRequest = z.object({
  series: z
    .array(
      z.object({
        labels: z
          .array(z.object({ name: z.string().max(1_000), value: z.string().max(20_000).default('') }))
          .default([]),
        samples: z.array(z.object({ rawProfile: z.base64().or(z.base64url()) })).default([]),
      }),
    )
    .max(1_000)
    .default([]),
});
