import { runConcurrently } from "./run-concurrently.ts";
import type { Drill } from "./drill.model.ts";
import { captchaToken, type DrillPlatform } from "./drill-platform.ts";

/** An hour in steps in which the allowance of a network refills. */
const [steps, stepMinutes, callsPerStep] = [12, 5, 50];

/** Asks for codes for an hour from one network, for addresses without an account. @returns how many were sent. */
async function drain({ call, pass, platform }: DrillPlatform) {
  let letThrough = 0;
  let emails = 0;
  for (let step = 0; step < steps; step += 1) {
    const statuses = await runConcurrently(callsPerStep, 8, async (n) => {
      const body = { email: `victim-${step}-${n}@drill.example` };
      return (await call("/auth/v1/otp", { body, network: "203.0.113.0" })).status;
    });
    letThrough += statuses.filter((status) => status === 200).length;
    emails += platform.mailbox.messages().length;
    platform.mailbox.clear();
    pass(stepMinutes);
  }
  return { letThrough, emails };
}

/** A user on another network who asks for a code afterwards. */
async function asksHonestly({ call }: DrillPlatform, token?: string): Promise<number> {
  const security = token === undefined ? {} : { gotrue_meta_security: { captcha_token: token } };
  const body = { email: "anna@drill.example", ...security };
  const { status } = await call("/auth/v1/otp", { body, network: "198.51.100.0" });
  return status === 200 ? 1 : 0;
}

export const emailDrain: Drill = {
  name: "email-drain",
  attack: `Asks for ${steps * callsPerStep} codes in an hour from one network, without a CAPTCHA.`,
  async run(platform) {
    const { letThrough, emails } = await drain(platform);
    // Thirty at once, and as many again every five minutes: more than the 300 emails an hour of a hosted project, so
    // only a CAPTCHA ends this attack.
    const max = 30 + (steps - 1) * 30 + 5;
    return [
      { what: "requests let through", measured: letThrough, unit: "", max },
      { what: "emails", measured: emails, unit: "", max },
      {
        what: "an honest request from elsewhere",
        measured: await asksHonestly(platform),
        unit: "",
        min: 1,
      },
    ];
  },
};

export const emailDrainWithCaptcha: Drill = {
  name: "email-drain-captcha",
  attack: `Asks for ${steps * callsPerStep} codes in an hour from one network, on a platform with a CAPTCHA.`,
  withCaptcha: true,
  async run(platform) {
    const { letThrough, emails } = await drain(platform);
    return [
      { what: "requests let through", measured: letThrough, unit: "", max: 0 },
      { what: "emails", measured: emails, unit: "", max: 0 },
      {
        what: "an honest request with a CAPTCHA",
        measured: await asksHonestly(platform, captchaToken),
        unit: "",
        min: 1,
      },
    ];
  },
};
