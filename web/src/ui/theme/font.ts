import "@fontsource-variable/hanken-grotesk";
