import { platformClient } from "../../lib/platform.ts";
import { expect, test, vi } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";
import { announce } from "./announce.ts";

mockPlatform();

// No documentation promises this: the installed client does, and an update that stops has to be noticed here.
test.each(["PASSWORD_RECOVERY", "USER_UPDATED"] as const)(
  "what the sidecar did reaches the listeners of the client as %s",
  async (event) => {
    giveSessionCookie();
    const { auth } = platformClient();
    const { data: before } = await auth.getSession();
    const heard = vi.fn<(event: string, email: string | undefined) => void>();
    const { data } = auth.onAuthStateChange((name, session) => heard(name, session?.user.email));
    announce(event, before.session);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(event, "anna@lind.example"));
    data.subscription.unsubscribe();
  },
);
